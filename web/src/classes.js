// What a class looks like everywhere on the page: a colour, a symbol and a dash, so that print in grey tells it too.

import { element, shape, name_of } from './dom.js';

// Outlines around the origin that look equally large.
const symbols = [
  'M1 0A1 1 0 1 1 -1 0A1 1 0 1 1 1 0Z',
  'M0 -1.15L1.1 .8L-1.1 .8Z',
  'M-.88 -.88H.88V.88H-.88Z',
  'M0 -1.25L1.1 0L0 1.25L-1.1 0Z',
  'M0 1.15L1.1 -.8L-1.1 -.8Z',
  'M-.38 -1.1H.38V-.38H1.1V.38H.38V1.1H-.38V.38H-1.1V-.38H-.38Z',
  'M-1.05 -.52L-.52 -1.05L0 -.53L.52 -1.05L1.05 -.52L.53 0L1.05 .52L.52 1.05L0 .53L-.52 1.05L-1.05 .52L-.53 0Z',
  'M-1.1 0L-.55 -.98H.55L1.1 0L.55 .98H-.55Z',
  'M-1 -1.05H1L-1 1.05H1Z',
  'M-1.2 -.42H1.2V.42H-1.2Z',
  'M-.42 -1.2H.42V1.2H-.42Z',
];
const star = 'M0 -1.35L.36 -.46L1.28 -.42L.58 .16L.8 1.09L0 .58L-.8 1.09L-.58 .16L-1.28 -.42L-.36 -.46Z';
const dashes = [[], [7, 3], [2, 2.5], [8, 3, 2, 3], [12, 4], [4, 2, 1, 2, 1, 2]];

export const symbol_of = (index) => symbols[index % symbols.length];
// Points of a class, of a series, or of others, with whose numbers ours are compared.
const diamond = 3;
export const symbol_index = (series) => (series.has_class ? series.class : series.dashed ? diamond : series.index);
export const dash_of = (index) => dashes[index % dashes.length];
export const star_outline = star;

export function class_colour(index, palette) {
  return palette.classes[index % palette.classes.length];
}

// Pictures in words take their colour from the style, so that a change of theme needs no drawing.
export function class_symbol(index, outline = symbol_of(index)) {
  return shape(
    'svg',
    { viewBox: '-1.5 -1.5 3 3', class: `symbol class-${index % 10}`, 'aria-hidden': 'true' },
    shape('path', { d: outline }),
  );
}

export function class_name(classes, index, tag = 'strong') {
  return element('span', { class: 'class' }, class_symbol(index), name_of(classes[index] ?? index, tag));
}
