// The table of a figure: given by the document, or made of the series, and filled when it is opened.

import { element, name_of } from './dom.js';
import { is_number, like, number } from './numbers.js';

const first_rows = 200;

const same_places = (series) =>
  series.every(
    (each) =>
      each.x && each.x.length === series[0].x?.length && each.x.every((value, at) => value === series[0].x[at]),
  );

function of_plot({ x, y, series }) {
  const told = series.filter(({ mark }) => mark !== 'rule');
  const place_of = (value) => (x.kind === 'names' && is_number(value) ? (x.names[value] ?? value) : value);
  const places = (each) => each.x ?? each.y.map((_, at) => at);
  const bounded = ({ low, high }) => Boolean(low && high);
  const bound = (each, at) => (bounded(each) ? [each.low[at], each.high[at]] : []);
  const head = (each) => [
    ...(each.mark === 'band' ? [] : [each.name || y.label || 'y']),
    ...(bounded(each) ? [`${each.name ?? ''} from`.trim(), `${each.name ?? ''} to`.trim()] : []),
  ];
  const cells = (each, at) => [...(each.mark === 'band' ? [] : [each.y[at]]), ...bound(each, at)];
  if (told.length && same_places(told.map((each) => ({ x: places(each) })))) {
    return {
      columns: [x.label || 'x', ...told.flatMap(head)],
      rows: places(told[0]).map((value, at) => [place_of(value), ...told.flatMap((each) => cells(each, at))]),
    };
  }
  const has_bounds = told.some(bounded);
  return {
    columns: ['series', x.label || 'x', y.label || 'y', ...(has_bounds ? ['from', 'to'] : [])],
    rows: told.flatMap((each) =>
      places(each).map((value, at) => [
        each.name ?? '',
        place_of(value),
        each.y?.[at] ?? null,
        ...(has_bounds ? [each.low?.[at] ?? null, each.high?.[at] ?? null] : []),
      ]),
    ),
  };
}

const made = {
  plot: of_plot,
  roc: ({ threshold, series: [curve] }) => ({
    columns: ['threshold', 'sensitivity', 'specificity'],
    rows: curve.y.map((y, at) => [threshold?.[at] ?? null, y, 1 - curve.x[at]]),
  }),
  matrix: ({ rows, columns, values }) => ({
    columns: ['', ...columns],
    rows: values.map((row, i) => [rows[i], ...row]),
  }),
  lattice: ({ values, labels }) => ({
    columns: ['row', 'column', 'value', ...(labels ? ['label'] : [])],
    rows: values.flatMap((row, i) =>
      row.map((value, j) => [i + 1, j + 1, value, ...(labels ? [labels[i]?.[j] ?? ''] : [])]),
    ),
  }),
};

export const table_of = (figure) => figure.table ?? made[figure.kind]?.(figure) ?? null;

export function table({ columns, rows }, title) {
  const is_text = columns.map((_, j) => rows.some((row) => typeof row[j] === 'string'));
  const texts = columns.map((_, j) => (is_text[j] ? (cell) => cell ?? '–' : like(rows.map((row) => row[j]))));
  const kind = (j) => (is_text[j] ? 'text' : 'number');
  const row_of = (row) =>
    element(
      'tr',
      {},
      row.map((cell, j) =>
        j === 0 && is_text[0]
          ? element('th', { scope: 'row', class: 'text' }, name_of(cell ?? ''))
          : element('td', { class: kind(j) }, typeof cell === 'string' ? name_of(cell) : texts[j](cell)),
      ),
    );
  const body = element('tbody', {}, rows.slice(0, first_rows).map(row_of));
  const node = element(
    'table',
    { class: 'data' },
    element('caption', { class: 'hidden' }, title),
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        columns.map((name, j) =>
          name === '' ? element('td') : element('th', { scope: 'col', class: kind(j) }, name_of(name)),
        ),
      ),
    ),
    body,
  );
  const scroll = element('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': title }, node);
  if (rows.length <= first_rows) return [scroll];
  const more = element(
    'button',
    {
      type: 'button',
      class: 'more',
      onclick: () => {
        body.append(...rows.slice(first_rows).map(row_of));
        more.remove();
      },
    },
    `Show all ${number(rows.length)} rows`,
  );
  return [scroll, more];
}

export function folded_table(figure) {
  const content = table_of(figure);
  if (!content) return null;
  const details = element(
    'details',
    { class: 'table' },
    element('summary', {}, 'Table', element('span', { class: 'hidden' }, ` of ${figure.title}`)),
  );
  details.addEventListener('toggle', () => {
    if (details.open && details.childElementCount === 1)
      details.append(...table(content, `Table of ${figure.title}`));
  });
  return details;
}
