// Axes: their ends, their ticks, their labels. An axis of names is one of numbers 0, 1, … with names for labels.

import { is_number, number, power_of_ten } from './numbers.js';
import { font_size, shortened, widest } from './text.js';

// Of names side by side; those that lie have room of their own.
const longest_label = 96;

// The roundest step that divides a length into about `parts` [1, 2 or 5 times a power of ten].
function round_step(length, parts) {
  const raw = length / Math.max(parts, 1);
  const power = 10 ** Math.floor(Math.log10(raw));
  const [step] = [1, 2, 5, 10].filter((each) => each * power >= raw * 0.999);
  return step * power;
}

function number_range(axis, extent, parts, pad) {
  let [low, high] = extent ?? [0, 1];
  low = axis.low ?? low;
  high = axis.high ?? high;
  if (low === high) [low, high] = low === 0 ? [0, 1] : [low - Math.abs(low) / 2, high + Math.abs(high) / 2];
  const room = pad * (high - low);
  if (!is_number(axis.low) && low !== 0) low -= room;
  if (!is_number(axis.high) && high !== 0) high += room;
  const interval = round_step(high - low, parts);
  if (!is_number(axis.low)) low = Math.floor(low / interval + 1e-9) * interval;
  if (!is_number(axis.high)) high = Math.ceil(high / interval - 1e-9) * interval;
  return { low, high, interval };
}

function log_range(axis, extent) {
  const [low, high] = extent ?? [1, 10];
  const range = {
    low: axis.low ?? 10 ** Math.floor(Math.log10(low) + 1e-9),
    high: axis.high ?? 10 ** Math.ceil(Math.log10(high) - 1e-9),
  };
  if (range.low >= range.high) range.high = range.low * 10;
  return range;
}

// Names that are all numbers, such as wavelengths, are read as a number line when there are many.
export function is_numeric(names) {
  return names.length > 0 && names.every((name) => /^-?\d+(\.\d+)?$/.test(String(name).trim()));
}

export function range_of(axis, extent, parts, pad = 0) {
  if (axis.kind === 'names') return { low: -0.5, high: axis.names.length - 0.5 };
  return axis.kind === 'log' ? log_range(axis, extent) : number_range(axis, extent, parts, pad);
}

// Names under an axis: all of them, or each so many where they would touch.
function name_ticks(axis, room, is_upright) {
  const each = room / axis.names.length;
  const needed = is_upright ? font_size * 1.15 : Math.min(widest(axis.names), longest_label) + 10;
  const step = is_upright && !is_numeric(axis.names) ? 1 : Math.max(1, Math.ceil(needed / each));
  return axis.names.map((_, at) => at).filter((at) => at % step === 0);
}

function number_ticks({ low, high, interval }) {
  const ticks = [];
  for (let at = Math.ceil(low / interval - 1e-9); at * interval <= high + 1e-9 * interval; ++at)
    ticks.push(at * interval);
  return ticks;
}

// Powers of ten, and two and five of them where there are few.
function log_ticks({ low, high }, parts) {
  const decades = Math.log10(high / low);
  const factors = decades < 2.5 ? [1, 2, 5] : [1];
  const step = Math.max(1, Math.ceil(decades / Math.max(parts, 1)));
  const ticks = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high) + 1e-9; power += step) {
    for (const factor of factors) ticks.push(factor * 10 ** power);
  }
  return ticks.filter((tick) => tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9));
}

export function ticks_of(axis, range, { room, is_upright, parts }) {
  if (axis.kind === 'names') return name_ticks(axis, room, is_upright);
  return axis.kind === 'log' ? log_ticks(range, parts) : number_ticks(range);
}

// Numbers along one axis are all written in the same manner.
function text_of(ticks) {
  const most = Math.max(...ticks.map(Math.abs));
  return most < 1e-3 && most > 0 ? (value) => power_of_ten(value, 3) : (value) => number(value, 6);
}

// Options of ECharts. `across`: most pixels for the label of an upright axis.
export function axis_option(axis, range, ticks, palette, { across, is_upright }) {
  const is_named = axis.kind === 'names';
  const text = text_of(ticks);
  return {
    type: axis.kind === 'log' ? 'log' : 'value',
    min: range.low,
    max: range.high,
    inverse: is_named && is_upright,
    axisLabel: {
      color: palette.muted,
      fontSize: font_size,
      margin: 7,
      customValues: ticks,
      formatter: (value) => (is_named ? shortened(axis.names[value] ?? '', across ?? longest_label) : text(value)),
    },
    axisLine: { show: !is_upright, onZero: false, lineStyle: { color: palette.faint } },
    axisTick: { show: !is_upright && !is_named, length: 4, lineStyle: { color: palette.faint }, customValues: ticks },
    splitLine: { show: false },
    minorTick: { show: false },
  };
}
