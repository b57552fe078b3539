// The sample that is chosen, for all parts of the page that show it.

export class Choice {
  row = -1;
  #followers = [];

  follow(follower) {
    this.#followers.push(follower);
  }

  choose(row) {
    if (row === this.row) return;
    this.row = row;
    for (const follower of this.#followers) follower(row);
  }
}
