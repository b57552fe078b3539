// What the marks of a plot mean; each entry is a switch.

import { element, name_of, shape } from './dom.js';
import { is_reference } from './series.js';
import { class_symbol, dash_of, star_outline, symbol_index, symbol_of } from './classes.js';

function tint(series) {
  if (series.has_class) return `class-${series.class % 10}`;
  return is_reference(series) ? 'reference' : `series-${series.tint}`;
}

function picture(series) {
  const dash = series.dashed ? [6, 4] : dash_of(series.has_class ? series.class : 0);
  const line = (y, more = {}) =>
    shape('path', { d: `M1 ${y}H25`, class: 'stroke', 'stroke-dasharray': dash.join(' ') || null, ...more });
  const symbol = (outline, look = 'fill') =>
    shape('path', { d: outline, class: look, transform: 'translate(13 7) scale(4.4)' });
  const of = {
    line: () => [line(7), series.has_class && !series.dashed ? symbol(symbol_of(series.class)) : null],
    step: () => [line(7)],
    points: () => [
      series.low ? shape('path', { d: 'M13 1V13M10 1H16M10 13H16', class: 'stroke thin' }) : null,
      symbol(symbol_of(symbol_index(series)), series.dashed ? 'open' : 'fill'),
    ],
    star: () => [shape('path', { d: star_outline, class: 'fill outlined', transform: 'translate(13 7) scale(5.2)' })],
    bars: () => [
      shape('rect', {
        x: 5,
        y: 2,
        width: 16,
        height: 10,
        class: `fill stroke thin paler-${Math.min(series.nth, 2)}`,
      }),
    ],
    band: () => [shape('rect', { x: 1, y: 2, width: 24, height: 10, class: 'fill pale' })],
    rule: () => [line(7, { 'stroke-dasharray': '5 4' })],
  };
  return shape(
    'svg',
    { viewBox: '0 0 26 14', class: `key ${tint(series)}`, 'aria-hidden': 'true' },
    (of[series.mark] ?? of.line)(),
  );
}

// A small picture of a series for a line of text.
export function mark_of(series) {
  return series.has_class
    ? class_symbol(series.class, series.mark === 'star' ? star_outline : symbol_of(series.class))
    : picture(series);
}

// Series of one name are one entry. `changed(hidden)` gets the indices of what is switched off.
export function legend(all, changed) {
  const entries = new Map();
  for (const series of all) {
    if (!series.name) continue;
    // Prototypes of all classes are one entry when they have one name: their colours are told already.
    const key = [series.name, series.mark === 'star' ? 'star' : series.class].join('\n');
    entries.set(key, [...(entries.get(key) ?? []), series]);
  }
  if (entries.size < 2) return null;
  const hidden = new Set();
  return element(
    'ul',
    { class: 'legend' },
    [...entries.values()].map((group) => {
      const button = element(
        'button',
        {
          type: 'button',
          'aria-pressed': 'true',
          onclick: () => {
            const is_shown = button.getAttribute('aria-pressed') !== 'true';
            button.setAttribute('aria-pressed', String(is_shown));
            for (const series of group) {
              if (is_shown) hidden.delete(series.index);
              else hidden.add(series.index);
            }
            changed(hidden);
          },
        },
        picture(
          group.length > 1 && group[0].mark === 'star' ? { ...group[0], has_class: false, dashed: true } : group[0],
        ),
        name_of(group[0].name),
      );
      return element('li', {}, button);
    }),
  );
}
