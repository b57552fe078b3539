// What each feature contributes to an answer, as bars to both sides of nothing, with the values that were compared.

import { class_name } from './classes.js';
import { element, name_of, place } from './dom.js';
import { is_number, number, reading } from './numbers.js';

const most_bars = 15;

function prototype_of(page, side) {
  const found = page.prototypes[side?.prototype];
  return found?.values ? found : null;
}

export class Contributions {
  constructor(page) {
    this.page = page;
    this.shows_all = false;
    this.node = element('div', { class: 'contributions' });
  }

  show(row) {
    this.row = row;
    const { page } = this;
    const sample = page.rows[row];
    const order = (sample.contributions ?? [])
      .map((value, index) => ({ value, index }))
      .filter(({ value }) => is_number(value))
      .sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
    if (!order.length) return this.node.replaceChildren();
    const shown = this.shows_all ? order : order.slice(0, most_bars);
    const most = Math.abs(order[0].value) || 1;
    const sides = [sample.own, sample.other].map((side) => prototype_of(page, side));
    const both = sides.every(Boolean);
    const rival = sides[1]?.class;
    const toward = (index) => (is_number(index) ? class_name(page.classes, index, 'bdi') : 'another class');
    const head = (text, kind) => element('th', { scope: 'col', class: kind }, text);
    const body = shown.map(({ value, index }) =>
      element(
        'tr',
        {},
        element('th', { scope: 'row' }, name_of(page.features[index])),
        element('td', { class: 'number' }, reading(sample.values?.[index])),
        both ? sides.map((side) => element('td', { class: 'number typical' }, number(side.values[index]))) : null,
        element('td', { class: 'bar' }, this.bar(value / most, sample.answer, rival)),
        element('td', { class: 'number weight' }, number(value, 3)),
      ),
    );
    this.node.replaceChildren(
      element(
        'table',
        { class: 'bars' },
        element(
          'caption',
          { class: 'hidden' },
          `Contributions of features to the answer of ${page.sample_name(row)}`,
        ),
        element(
          'thead',
          {},
          element(
            'tr',
            {},
            head('feature', 'text'),
            head('value', 'number'),
            both
              ? sides.map((side) =>
                  element(
                    'th',
                    { scope: 'col', class: 'number typical' },
                    'typical ',
                    name_of(page.classes[side.class]),
                  ),
                )
              : null,
            element(
              'th',
              { scope: 'col', class: 'bar' },
              element('span', { class: 'hidden' }, 'speaks for '),
              element(
                'span',
                { class: 'toward' },
                element('span', {}, '← ', toward(rival)),
                element('span', {}, toward(sample.answer), ' →'),
              ),
            ),
            head('contribution', 'number weight'),
          ),
        ),
        element('tbody', {}, body),
      ),
      this.button(order.length) ?? '',
    );
  }

  // To the right in the colour of the answer, to the left in that of its rival.
  bar(share, answer, rival) {
    const owner = share >= 0 ? answer : rival;
    const bar = element('span', {
      class: `${is_number(owner) ? `class-${owner % 10}` : 'against'} ${share >= 0 ? 'right' : 'left'}`,
    });
    return place(bar, { width: `${(50 * Math.abs(share)).toFixed(2)}%` });
  }

  button(n) {
    if (n <= most_bars) return null;
    return element(
      'button',
      {
        type: 'button',
        class: 'more',
        'aria-expanded': String(this.shows_all),
        onclick: () => {
          this.shows_all = !this.shows_all;
          this.show(this.row);
          this.node.querySelector('.more')?.focus();
        },
      },
      this.shows_all ? `Show the ${most_bars} largest` : `Show all ${n} features`,
    );
  }
}
