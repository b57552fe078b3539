// Series as ECharts draws them. Lines and points are its own; bars, bands, error bars and rules are paths in pixels.

import { class_colour, dash_of, star_outline, symbol_index, symbol_of } from './classes.js';
import { bar_width, has_bounds, has_bounds_of, is_drawn, is_reference } from './series.js';
import { is_number } from './numbers.js';
import { shortened } from './text.js';

const longest_label = 130;

// What lies over what; each kind has a layer of its own, by which drawn marks are counted.
const layer = { guides: 0, regions: 1, band: 2, bars: 3, rule: 4, line: 5, step: 5, bounds: 6, points: 7, star: 8 };

// How many marks stand in the picture: what was drawn counts, not what was asked for.
export function count_marks(instance) {
  const counted = [layer.band, layer.bars, layer.rule, layer.points, layer.star];
  const is_mark = ({ z, type }) =>
    z === layer.line ? type === 'ec-polyline' : counted.includes(z) && type !== 'tspan';
  return instance.getZr().storage.getDisplayList().filter(is_mark).length;
}

export function look_of(series, palette) {
  const own = is_reference(series) ? palette.muted : palette.series[series.tint];
  const colour = series.has_class ? class_colour(series.class, palette) : own;
  if (series.dashed) return { colour, dash: [6, 4] };
  return { colour, dash: dash_of(series.has_class ? series.class + (series.nth > 0 ? series.nth + 1 : 0) : 0) };
}

const outline_of = (series) => `path://${series.mark === 'star' ? star_outline : symbol_of(symbol_index(series))}`;

// A path for all of a series, given by a function of ECharts' converter to pixels.
export function drawn(mark, make) {
  return {
    type: 'custom',
    silent: true,
    z: layer[mark],
    clip: true,
    data: [0],
    renderItem: (params, api) => ({ type: 'group', children: make(api, params.coordSys).filter(Boolean) }),
  };
}

export function path(pathData, style) {
  return pathData ? { type: 'path', shape: { pathData }, style: { fill: 'none', ...style } } : null;
}

const fixed = (value) => Math.round(value * 100) / 100;
export const to = (letter, [x, y]) => `${letter}${fixed(x)} ${fixed(y)}`;
const box = (x0, y0, x1, y1) => `${to('M', [x0, y0])}${to('L', [x1, y0])}${to('L', [x1, y1])}${to('L', [x0, y1])}Z`;

// Runs of points without gaps.
function runs(points, keep) {
  const found = [[]];
  for (const point of points) {
    if (keep(point)) found[found.length - 1].push(point);
    else found.push([]);
  }
  return found.filter((run) => run.length);
}

function line(series, { palette, turn, width }) {
  if (!series.points.some(is_drawn)) return [];
  const { colour, dash } = look_of(series, palette);
  const n = series.points.length;
  // Symbols along a line of a class tell it in grey; those of several classes do not share places.
  const every = n <= 16 ? 1 : Math.ceil(n / Math.max(4, Math.min(9, width / 70)));
  const shows = (at) => at % every === Math.floor((every * (series.class % 5)) / 5);
  return [
    {
      type: 'line',
      silent: true,
      z: layer.line,
      clip: true,
      step: series.mark === 'step' ? 'end' : false,
      data: series.points.map((p) => (is_drawn(p) ? turn(p.x, p.y) : '-')),
      lineStyle: { color: colour, width: series.dashed ? 1.4 : 1.8, type: dash.length ? dash : 'solid', cap: 'butt' },
      itemStyle: { color: colour, borderColor: palette.paper, borderWidth: 0.8 },
      symbolKeepAspect: true,
      showSymbol: series.has_class && !series.dashed,
      showAllSymbol: true,
      symbolSize: 8,
      symbol: series.has_class ? (_, { dataIndex }) => (shows(dataIndex) ? outline_of(series) : 'none') : 'none',
    },
  ];
}

function points(series, { palette, turn, middle, is_crowded }) {
  const { colour } = look_of(series, palette);
  const is_star = series.mark === 'star';
  const is_open = Boolean(series.dashed) && !is_star;
  const kept = series.points.filter(is_drawn);
  const labelled = Boolean(series.labels) && kept.length <= 12;
  return [
    {
      type: 'scatter',
      silent: true,
      z: layer[series.mark],
      clip: true,
      symbol: outline_of(series),
      symbolKeepAspect: true,
      symbolSize: is_star ? 19 : is_open ? 12 : is_crowded ? 6 : 8.5,
      itemStyle: {
        color: is_open ? palette.paper : colour,
        opacity: is_star || is_open ? 1 : is_crowded ? 0.6 : 0.85,
        borderColor: is_star ? palette.ink : is_open ? colour : palette.paper,
        borderWidth: is_star || is_open ? 1.4 : 0.5,
      },
      data: kept.map((p) => {
        const value = turn(p.x, p.y);
        const position = value[0] > middle ? 'left' : 'right';
        return labelled
          ? { value, label: { show: true, position, formatter: () => shortened(p.label ?? '', longest_label) } }
          : value;
      }),
      label: { color: palette.ink, fontSize: 11 },
      labelLayout: { hideOverlap: true },
    },
  ];
}

// Lines to read values by, under everything else.
export function guides(ticks, is_across, palette) {
  return drawn('guides', (api, plane) => [
    path(
      ticks
        .map((tick) => {
          const [x, y] = api.coord([tick, tick]).map((place) => Math.round(place) + 0.5);
          return is_across
            ? `M${x} ${plane.y}V${plane.y + plane.height}`
            : `M${plane.x} ${y}H${plane.x + plane.width}`;
        })
        .join(''),
      { stroke: palette.line, lineWidth: 1 },
    ),
  ]);
}

// Where the n-th of several bars at a name begins and ends, as shares of the way between names.
function slot(series, among) {
  const width = 0.78 / among.length;
  const from = -0.39 + width * among.indexOf(series);
  return [from, from + width];
}

function bars(series, { palette, turn, among, is_named, base }) {
  const { colour } = look_of(series, palette);
  const half = is_named ? 0 : bar_width(series) / 2;
  const [from, end] = is_named ? slot(series, among) : [-half, half];
  const fill = is_named ? [1, 0.5, 0.22][Math.min(series.nth, 2)] : among.length > 1 ? 0.32 : 0.75;
  const is_plain = is_named && series.nth === 0;
  const style = {
    fill: colour,
    fillOpacity: fill,
    stroke: is_plain ? palette.paper : colour,
    lineWidth: is_plain ? 0.5 : 1,
  };
  return [
    drawn('bars', (api) =>
      series.points.filter(is_drawn).map((p) => {
        const [x0, y0] = api.coord(turn(p.x + from, base));
        const [x1, y1] = api.coord(turn(p.x + end, p.y));
        return path(box(x0, y0, x1, y1), style);
      }),
    ),
  ];
}

function band(series, { palette, turn }) {
  const { colour } = look_of(series, palette);
  return [
    drawn('band', (api) => {
      const pieces = runs(series.points, has_bounds_of).map((run) => {
        const upper = run.map((p, i) => to(i ? 'L' : 'M', api.coord(turn(p.x, p.high))));
        const lower = [...run].reverse().map((p) => to('L', api.coord(turn(p.x, p.low))));
        return `${upper.join('')}${lower.join('')}Z`;
      });
      return [path(pieces.join(''), { fill: colour, fillOpacity: 0.18 })];
    }),
  ];
}

function rule(series, { palette, turn }) {
  const { colour, dash } = look_of(series, palette);
  const is_upright = Boolean(series.vertical) === (turn(0, 1)[0] === 0);
  return [
    drawn('rule', (api, plane) => {
      const pieces = (series.vertical ? series.x : series.y).filter(is_number).map((value) => {
        const [x, y] = api.coord([value, value]);
        return is_upright
          ? `M${x} ${plane.y}V${plane.y + plane.height}`
          : `M${plane.x} ${y}H${plane.x + plane.width}`;
      });
      return [path(pieces.join(''), { stroke: colour, lineWidth: 1.4, lineDash: dash.length ? dash : [5, 4] })];
    }),
  ];
}

function bounds(series, { palette, turn, among, is_named }) {
  const { colour } = look_of(series, palette);
  const [from, end] = is_named && series.mark === 'bars' ? slot(series, among) : [0, 0];
  const middle = (from + end) / 2;
  const is_across = turn(0, 1)[0] === 1;
  const cap = 3;
  return drawn('bounds', (api) => [
    path(
      series.points
        .filter(has_bounds_of)
        .map((p) => {
          const [x0, y0] = api.coord(turn(p.x + middle, p.low));
          const [x1, y1] = api.coord(turn(p.x + middle, p.high));
          const ticks = is_across
            ? [
                [x0, y0 - cap, x0, y0 + cap],
                [x1, y1 - cap, x1, y1 + cap],
              ]
            : [
                [x0 - cap, y0, x0 + cap, y0],
                [x1 - cap, y1, x1 + cap, y1],
              ];
          return [[x0, y0, x1, y1], ...ticks].map(([a, b, c, d]) => to('M', [a, b]) + to('L', [c, d])).join('');
        })
        .join(''),
      { stroke: series.mark === 'bars' ? palette.ink : colour, lineWidth: 1.2 },
    ),
  ]);
}

const draw = { line, step: line, points, star: points, bars, band, rule };

export function series_options(series, context) {
  return [...(draw[series.mark] ?? line)(series, context), ...(has_bounds(series) ? [bounds(series, context)] : [])];
}
