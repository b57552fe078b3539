// A matrix whose cells stand for samples: a table of buttons, so that it is read and used without a pointer.

import { element, name_of, place } from './dom.js';
import { count, is_number, number } from './numbers.js';
import { hide, show_at } from './hover.js';
import { reasons_in_short } from './reasons.js';

const most_buttons = 200;

export class Cells {
  constructor(figure, page) {
    this.figure = figure;
    this.page = page;
    this.panel = element('div', {
      class: 'panel',
      role: 'group',
      'aria-label': 'Samples of the cell',
      'aria-live': 'polite',
      hidden: true,
    });
    this.told = element('div', { class: 'told' });
    page.choice.follow((row) => this.follow(row));
  }

  get node() {
    const { figure } = this;
    const marks = figure.values.flat().filter(is_number).length;
    const n = figure.columns.length;
    this.table = element(
      'table',
      { class: n > 6 ? 'cells dense' : 'cells', 'data-marks': marks },
      element('caption', { class: 'hidden' }, this.page.label_of(figure)),
      element(
        'thead',
        {},
        figure.x
          ? element(
              'tr',
              {},
              element('td'),
              element('th', { colspan: n, class: 'over', scope: 'colgroup' }, figure.x),
            )
          : null,
        element(
          'tr',
          {},
          element('td', { class: 'corner' }, figure.y ?? ''),
          figure.columns.map((name) => element('th', { scope: 'col' }, name_of(name))),
        ),
      ),
      element(
        'tbody',
        {},
        figure.values.map((row, i) => this.row(row, i)),
      ),
    );
    return [element('div', { class: 'scroll' }, this.table), this.panel];
  }

  row(values, i) {
    const { figure } = this;
    const is_square =
      figure.rows.length === figure.columns.length && figure.rows.every((name, at) => name === figure.columns[at]);
    const sum = values.reduce((total, value) => total + (is_number(value) ? value : 0), 0);
    return element(
      'tr',
      {},
      element('th', { scope: 'row' }, name_of(figure.rows[i])),
      values.map((value, j) => {
        const share = sum > 0 && is_number(value) ? value / sum : 0;
        const is_wrong = is_square && i !== j;
        const kind = `${is_wrong ? 'wrong' : 'right'}${value === 0 ? ' none' : ''}`;
        const listed = figure.samples[i]?.[j] ?? [];
        const inner = listed.length
          ? element(
              'button',
              {
                type: 'button',
                'aria-expanded': 'false',
                'aria-label': `${number(value)}: ${figure.rows[i]}, ${figure.columns[j]}; list them`,
                onclick: (event) => this.open(event.currentTarget, i, j),
                onpointermove: (event) => show_at(this.tell(i, j, share), event),
                onpointerleave: hide,
              },
              number(value),
            )
          : element(
              'span',
              { onpointermove: (event) => show_at(this.tell(i, j, share), event), onpointerleave: hide },
              number(value),
            );
        // The root keeps a few mistakes among very many visible.
        const strength = is_wrong ? Math.sqrt(share) : share;
        return place(element('td', { class: kind }, inner), { '--share': `${(55 * strength).toFixed(1)}%` });
      }),
    );
  }

  tell(i, j, share) {
    const { figure } = this;
    const lines = [
      [figure.unit ?? 'samples', number(figure.values[i][j])],
      ['share of the row', number(share, 3)],
    ];
    return {
      title: figure.rows[i] === figure.columns[j] ? figure.rows[i] : `${figure.rows[i]} → ${figure.columns[j]}`,
      lines,
    };
  }

  open(button, i, j) {
    const { figure, page } = this;
    const was_open = button.getAttribute('aria-expanded') === 'true';
    for (const other of this.table.querySelectorAll('[aria-expanded=true]'))
      other.setAttribute('aria-expanded', 'false');
    button.setAttribute('aria-expanded', String(!was_open));
    this.panel.hidden = was_open;
    if (was_open) return;
    const rows = figure.samples[i][j];
    const value = figure.values[i][j];
    const some = rows.length < value ? `, ${number(rows.length)} of them shown` : '';
    this.told.replaceChildren();
    this.panel.replaceChildren(
      element(
        'p',
        {},
        `${count(value, 'sample')}${some}: `,
        name_of(figure.rows[i]),
        i === j && figure.rows[i] === figure.columns[j]
          ? ' and answered so'
          : [', answered ', name_of(figure.columns[j])],
        '. Choose one to see why.',
      ),
      element(
        'ul',
        { class: 'names' },
        rows
          .slice(0, most_buttons)
          .map((row) =>
            element(
              'li',
              {},
              element(
                'button',
                {
                  type: 'button',
                  'data-row': row,
                  'aria-pressed': String(row === page.choice.row),
                  onclick: () => page.choice.choose(row),
                },
                name_of(page.rows[row].name),
              ),
            ),
          ),
      ),
      rows.length > most_buttons
        ? element('p', {}, `… and ${number(rows.length - most_buttons)} more, in the list of samples.`)
        : '',
      this.told,
    );
    this.follow(page.choice.row);
  }

  follow(row) {
    if (this.panel.hidden) return;
    let is_here = false;
    for (const button of this.panel.querySelectorAll('[data-row]')) {
      const is_chosen = Number(button.dataset.row) === row;
      button.setAttribute('aria-pressed', String(is_chosen));
      is_here ||= is_chosen;
    }
    this.told.replaceChildren(...(is_here ? reasons_in_short(this.page, row) : []));
  }
}
