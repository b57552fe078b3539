// A list to choose from that stays quick with thousands of entries: only those in sight are in the page.

import { element, place } from './dom.js';
import { clamp } from './numbers.js';

const height = 30;
const beyond = 8;

export class List {
  // fill(item) → children of its line; chosen(item) is told what arrows, keys and clicks choose.
  constructor({ id, label, fill, chosen }) {
    this.id = id;
    this.fill = fill;
    this.chosen = chosen;
    this.items = [];
    this.at = -1;
    this.spread = element('div', { role: 'presentation', class: 'spread' });
    this.node = element(
      'div',
      {
        id,
        class: 'list',
        role: 'listbox',
        tabindex: '0',
        'aria-label': label,
        onkeydown: (event) => this.key(event),
        onscroll: () => this.draw(),
      },
      this.spread,
    );
  }

  // Shows other items; the chosen one stays chosen where it is among them.
  set(items, current) {
    this.items = items;
    this.at = items.indexOf(current);
    place(this.spread, { height: `${items.length * height}px` });
    this.node.scrollTop = this.at < 0 ? 0 : this.at * height - 3 * height;
    this.draw();
  }

  choose(at) {
    if (!this.items.length) return;
    this.at = clamp(at, 0, this.items.length - 1);
    this.reveal();
    this.chosen(this.items[this.at]);
    this.draw();
  }

  // Marks what was chosen elsewhere.
  mark(item) {
    this.at = this.items.indexOf(item);
    if (this.at >= 0 && !this.is_in_sight()) this.node.scrollTop = (this.at - 4) * height;
    this.draw();
  }

  is_in_sight() {
    const top = this.at * height - this.node.scrollTop;
    return top >= 0 && top + height <= this.node.clientHeight;
  }

  reveal() {
    const [top, room] = [this.at * height, this.node.clientHeight];
    if (top < this.node.scrollTop) this.node.scrollTop = top;
    else if (top + height > this.node.scrollTop + room) this.node.scrollTop = top + height - room;
  }

  key(event) {
    const sight = Math.max(1, Math.floor(this.node.clientHeight / height) - 1);
    const to = {
      ArrowDown: this.at + 1,
      ArrowUp: Math.max(0, this.at - 1),
      PageDown: this.at + sight,
      PageUp: this.at - sight,
      Home: 0,
      End: this.items.length - 1,
    };
    if (!(event.key in to)) return;
    event.preventDefault();
    this.choose(to[event.key]);
  }

  draw() {
    const first = Math.max(0, Math.floor(this.node.scrollTop / height) - beyond);
    const last = Math.min(
      this.items.length,
      Math.ceil((this.node.scrollTop + (this.node.clientHeight || 400)) / height) + beyond,
    );
    const places = [];
    for (let at = first; at < last; ++at) places.push(at);
    // What aria-activedescendant names must exist, wherever the list was scrolled to.
    if (this.at >= 0 && (this.at < first || this.at >= last)) places.push(this.at);
    this.spread.replaceChildren(
      ...places.map((at) =>
        place(
          element(
            'div',
            {
              id: `${this.id}-${at}`,
              role: 'option',
              class: 'option',
              'aria-selected': String(at === this.at),
              'aria-setsize': this.items.length,
              'aria-posinset': at + 1,
              onclick: () => this.choose(at),
            },
            this.fill(this.items[at]),
          ),
          { top: `${at * height}px` },
        ),
      ),
    );
    if (this.at >= 0) this.node.setAttribute('aria-activedescendant', `${this.id}-${this.at}`);
    else this.node.removeAttribute('aria-activedescendant');
  }
}
