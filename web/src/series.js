// Series of a figure as points with all they have, whichever way round the plot is drawn.

import { ends, is_number } from './numbers.js';

export const is_drawn = (point) => is_number(point.x) && is_number(point.y);

function points_of(series, axis) {
  const n = Math.max(series.y?.length ?? 0, series.low?.length ?? 0, series.x?.length ?? 0);
  return Array.from({ length: n }, (_, at) => {
    const x = series.x?.[at] ?? (series.x ? null : at);
    return {
      at,
      x: axis.kind === 'names' && typeof x === 'string' ? axis.names.indexOf(x) : x,
      y: series.y?.[at] ?? null,
      low: series.low?.[at] ?? null,
      high: series.high?.[at] ?? null,
      row: series.rows?.[at] ?? -1,
      label: series.labels?.[at],
    };
  });
}

// What others are compared with is quiet: no class, no colour.
export const is_reference = (series) => !series.has_class && (series.dashed || series.mark === 'rule' || series.mark === 'star');

// Colours that the theme has for series of no class.
const tints = 8;

// Series of one name without its addition, such as a curve and its points, share a colour.
const family = (series) => String(series.name ?? '').split(',')[0];

// `nth` counts those that look alike otherwise: further prototypes of a class are drawn paler.
export function read_series(figure) {
  const seen = new Map();
  const families = [];
  const tint_of = (series) => {
    if (!families.includes(family(series))) families.push(family(series));
    return families.indexOf(family(series)) % tints;
  };
  return figure.series.map((series, index) => {
    const has_class = is_number(series.class);
    const look = `${series.mark} ${has_class ? series.class : `own ${index}`}`;
    const nth = seen.get(look) ?? 0;
    seen.set(look, nth + 1);
    const known = { ...series, index, has_class, nth, points: points_of(series, figure.x) };
    return { ...known, tint: has_class || is_reference(known) ? 0 : tint_of(series) };
  });
}

export const is_scattered = (series) => series.mark === 'points' || series.mark === 'star';
export const has_bounds_of = (point) => is_number(point.x) && is_number(point.low) && is_number(point.high);
export const has_bounds = (series) => Boolean(series.low && series.high) && series.mark !== 'band';

export function extent_of(all, which) {
  const values = [];
  for (const series of all) {
    if (series.mark === 'rule') {
      if ((which === 'x') === Boolean(series.vertical)) values.push(...(series.vertical ? series.x : series.y));
      continue;
    }
    for (const point of series.points) {
      values.push(point[which]);
      if (which === 'y') values.push(point.low, point.high);
    }
    if (which === 'y' && series.mark === 'bars') values.push(0);
    if (which === 'x' && series.mark === 'bars') {
      const half = bar_width(series) / 2;
      const inner = ends(series.points.map((point) => point.x));
      if (inner) values.push(inner[0] - half, inner[1] + half);
    }
  }
  return ends(values);
}

// Bars over numbers fill the way to the next one.
export function bar_width(series) {
  const places = series.points
    .map((point) => point.x)
    .filter(is_number)
    .sort((a, b) => a - b);
  let least = Infinity;
  for (let i = 1; i < places.length; ++i)
    if (places[i] > places[i - 1]) least = Math.min(least, places[i] - places[i - 1]);
  return Number.isFinite(least) ? least : 1;
}
