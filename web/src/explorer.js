// The figure kind "choose": find a sample, and see why it got its answer and what would change it.

import { Contributions } from './contributions.js';
import { List } from './list.js';
import { certainty_of } from './page.js';
import { class_name, class_symbol } from './classes.js';
import { element, name_of, place } from './dom.js';
import { is_number, number } from './numbers.js';
import { reasons } from './reasons.js';

const unsure_share = 0.1;

export class Explorer {
  constructor(figure, page) {
    this.figure = figure;
    this.page = page;
    this.list = new List({
      id: `${figure.id}-list`,
      label: 'Samples',
      fill: (row) => this.line(row),
      chosen: (row) => page.choice.choose(row),
    });
    this.contributions = new Contributions(page);
    this.reasons = element('div', { class: 'reasons', 'aria-live': 'polite' });
    this.found = element('p', { class: 'found', role: 'status' });
    // The least sure tenth, but nothing that is sure on any scale.
    this.unsure = Math.min(page.sorted[Math.floor(unsure_share * page.sorted.length)] ?? 0, 0.8);
    page.choice.follow((row) => {
      this.list.mark(row);
      this.tell(row);
    });
  }

  get node() {
    const { page } = this;
    const select = (label, options) => {
      const chooser = element(
        'select',
        { onchange: () => this.filter() },
        options.map(([value, text]) => element('option', { value }, text)),
      );
      return [chooser, element('label', {}, element('span', {}, label), chooser)];
    };
    this.search = element('input', {
      type: 'search',
      autocomplete: 'off',
      spellcheck: 'false',
      oninput: () => this.filter(),
      onkeydown: (event) => this.leave_search(event),
    });
    const is_judged = page.rows.some((sample) => is_number(sample.class));
    const [answers, answers_label] = select('Answers', [
      ['all', 'all'],
      ...(is_judged ? [['wrong', 'wrong'], ['right', 'right']] : []),
      ['unsure', 'unsure tenth'],
    ]);
    const [classes, classes_label] = select('Class', [
      ['', 'every'],
      ...page.classes.map((name, index) => [index, name]),
    ]);
    const [order, order_label] = select('Order', [
      ['data', 'as read'],
      ['unsure', 'unsure first'],
      ['sure', 'sure first'],
    ]);
    Object.assign(this, { answers, classes, order });
    const node = element(
      'div',
      { class: 'explorer', 'data-marks': page.rows.length },
      element(
        'div',
        { class: 'finder' },
        element('label', { class: 'search' }, element('span', {}, 'Name'), this.search),
        element('div', { class: 'filters' }, answers_label, classes_label, order_label),
        this.found,
        this.list.node,
      ),
      element('div', { class: 'why' }, this.reasons, this.contributions.node),
    );
    this.filter();
    return [node];
  }

  // The first to be seen: the least sure of the wrong answers, where there is most to learn.
  start() {
    const { page } = this;
    if (!page.rows.length) return;
    const rows = page.rows.map((_, row) => row).sort((a, b) => this.sureness(a) - this.sureness(b));
    page.choice.choose(rows.find((row) => this.is_wrong(row)) ?? rows[0]);
  }

  sureness(row) {
    return certainty_of(this.page.rows[row]) ?? Infinity;
  }

  is_wrong(row) {
    const sample = this.page.rows[row];
    return is_number(sample.class) && is_number(sample.answer) && sample.class !== sample.answer;
  }

  line(row) {
    const sample = this.page.rows[row];
    const certainty = certainty_of(sample);
    const meter = is_number(certainty)
      ? element(
          'span',
          { class: 'meter', 'aria-hidden': 'true' },
          place(element('span'), { width: `${100 * certainty}%` }),
        )
      : null;
    return [
      element('span', { class: 'name' }, name_of(sample.name)),
      element(
        'span',
        { class: 'answer' },
        is_number(sample.answer) ? class_name(this.page.classes, sample.answer, 'bdi') : 'no answer',
        this.is_wrong(row)
          ? element(
              'span',
              { class: 'wrong' },
              element('span', { class: 'hidden' }, 'wrong, it is '),
              '✗ ',
              class_symbol(sample.class),
              element('span', { class: 'hidden' }, name_of(this.page.classes[sample.class])),
            )
          : null,
      ),
      element(
        'span',
        { class: 'certainty' },
        meter,
        element('span', {}, is_number(certainty) ? certainty.toFixed(2) : ''),
      ),
    ];
  }

  filter() {
    const { page, answers, classes, order } = this;
    const text = this.search.value.trim().toLowerCase();
    const keeps = {
      all: () => true,
      wrong: (row) => this.is_wrong(row),
      unsure: (row) => this.sureness(row) <= this.unsure,
      right: (row) => page.rows[row].class === page.rows[row].answer,
    };
    const rows = page.rows
      .map((_, row) => row)
      .filter((row) => {
        const sample = page.rows[row];
        return (
          keeps[answers.value](row) &&
          (classes.value === '' || sample.class === Number(classes.value)) &&
          (text === '' || String(sample.name).toLowerCase().includes(text))
        );
      });
    const sign = { unsure: 1, sure: -1 }[order.value];
    if (sign) rows.sort((a, b) => sign * (this.sureness(a) - this.sureness(b)));
    // A name that is typed in full comes first.
    if (text) rows.sort((a, b) => this.is_named(b, text) - this.is_named(a, text));
    const all = page.document.samples.count ?? page.rows.length;
    const some = all > page.rows.length ? `, a part of the ${number(all)}` : '';
    this.found.textContent = `${number(rows.length)} of ${number(page.rows.length)} samples${some}`;
    this.list.set(rows, page.choice.row);
  }

  is_named(row, text) {
    return String(this.page.rows[row].name).toLowerCase() === text ? 1 : 0;
  }

  leave_search(event) {
    if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    this.list.node.focus();
    this.list.choose(Math.max(this.list.at, 0));
  }

  tell(row) {
    this.reasons.replaceChildren(...reasons(this.page, row));
    this.contributions.show(row);
  }
}
