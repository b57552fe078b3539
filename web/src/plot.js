// The figure kind "plot": axes, series, regions, hover and choice.

import { Chart } from './chart.js';
import { axis_option, is_numeric, range_of, ticks_of } from './axis.js';
import { count_marks, guides, series_options } from './marks.js';
import { element, place } from './dom.js';
import { extent_of, has_bounds, is_scattered, read_series } from './series.js';
import { follow } from './hover.js';
import { one_line, widest } from './text.js';
import { class_symbol } from './classes.js';
import { height_share } from './theme.js';
import { clamp, is_number, number } from './numbers.js';
import { legend, mark_of } from './legend.js';
import { reasons_in_short } from './reasons.js';
import { region_option } from './regions.js';

const reach = 22;
const most_lines = 12;

// A long row of names is a curve, which the eye can follow, where the names are numbers or bars would be too thin.
function as_curves(all, axis) {
  const bars = all.filter((series) => series.mark === 'bars');
  if (axis.kind !== 'names' || axis.names.length <= 40) return all;
  if (!is_numeric(axis.names) && bars.length * axis.names.length <= 200) return all;
  return all.map((series) => (series.mark === 'bars' ? { ...series, mark: 'line' } : series));
}

export class Plot {
  constructor(figure, page) {
    this.figure = figure;
    this.page = page;
    this.all = as_curves(read_series(figure), figure.x);
    this.hidden = new Set();
    this.is_scatter =
      figure.x.kind !== 'names' &&
      figure.y.kind !== 'names' &&
      this.all.some(
        (series) => is_scattered(series) && !has_bounds(series) && (series.has_class || series.rows || series.labels),
      );
    this.is_square = this.is_scatter || figure.kind === 'roc';
    this.chart = new Chart({
      label: page.label_of(figure),
      height: (width) => this.arrange(width).height,
      option: (width, height, palette) => this.option(width, palette),
      drawn: () => this.drawn(),
      marks: count_marks,
    });
    follow(this.chart.frame, (x, y) => this.find(x, y));
    this.told = element('div', {
      class: 'panel told',
      role: 'group',
      'aria-label': 'Chosen sample',
      'aria-live': 'polite',
      hidden: true,
    });
    if (this.all.some((series) => series.rows)) page.choice.follow((row) => this.follow(row));
  }

  get shown() {
    return this.all.filter((series) => !this.hidden.has(series.index));
  }

  get node() {
    this.above = element('p', { class: 'axis-above', 'aria-hidden': 'true' });
    this.below = element('p', { class: 'axis-below', 'aria-hidden': 'true' });
    const key = legend(this.all, (hidden) => {
      this.hidden = hidden;
      this.chart.draw();
    });
    return [key, this.above, this.chart.frame, this.below, this.told].filter(Boolean);
  }

  // A sample that was chosen here is explained here, in short.
  choose(row) {
    this.page.choice.choose(row);
    this.told.hidden = false;
    this.follow(row);
  }

  follow(row) {
    this.ring();
    if (!this.told.hidden) this.told.replaceChildren(...reasons_in_short(this.page, row));
  }

  // Names that are many or long lie beside their bars, where they can be read without turning the head.
  arrange(width) {
    const { x } = this.figure;
    const can_lie =
      x.kind === 'names' &&
      x.names.length <= 40 &&
      this.all.every((s) => s.mark === 'bars' || is_scattered(s) || s.mark === 'rule');
    const is_lying = can_lie && (x.names.length > 12 || widest(x.names) + 10 > (width - 40) / x.names.length);
    if (!is_lying)
      return {
        is_lying,
        height: height_share() * (this.is_square ? clamp(width * 0.78, 250, 430) : clamp(width * 0.6, 210, 330)),
      };
    const grouped = this.all.filter((series) => series.mark === 'bars').length;
    const each = Math.max(15.5, 7 + 6.5 * grouped, x.names.length <= 8 ? 24 : 0);
    return { is_lying, height: 26 + x.names.length * each * height_share() };
  }

  option(width, palette) {
    const { figure, shown } = this;
    const { is_lying, height } = this.arrange(width);
    this.turn = is_lying ? (x, y) => [y, x] : (x, y) => [x, y];
    const pad = this.is_scatter && !figure.regions ? 0.03 : 0;
    const parts = { across: clamp((width - 50) / 75, 2, 10), up: clamp(height / 48, 2, 8) };
    const ranges = {
      x: range_of(figure.x, extent_of(this.all, 'x'), is_lying ? parts.up : parts.across, pad),
      y: range_of(figure.y, extent_of(this.all, 'y'), is_lying ? parts.across : parts.up, pad),
    };
    const across = Math.min(190, width * 0.38);
    const [level, upright] = is_lying ? [figure.y, figure.x] : [figure.x, figure.y];
    const [level_range, upright_range] = is_lying ? [ranges.y, ranges.x] : [ranges.x, ranges.y];
    this.corner = [level_range.low, upright_range.low];
    this.above.textContent = upright.kind === 'names' ? '' : one_line(upright.label ?? '');
    this.below.textContent = one_line(level.label ?? '');
    const among = shown.filter((series) => series.mark === 'bars');
    const crowd = shown.reduce((sum, series) => sum + (series.mark === 'points' ? series.points.length : 0), 0);
    const context = {
      palette,
      turn: this.turn,
      width,
      among,
      is_named: figure.x.kind === 'names',
      is_crowded: crowd > 400,
      base: figure.y.kind === 'log' ? ranges.y.low : 0,
      middle: (level_range.low + level_range.high) / 2,
    };
    const level_ticks = ticks_of(level, level_range, { room: width - 60, is_upright: false, parts: parts.across });
    const upright_ticks = ticks_of(upright, upright_range, { room: height - 24, is_upright: true, parts: parts.up });
    const guided = figure.regions
      ? []
      : [
          ...(is_lying || this.is_scatter ? [guides(level_ticks, true, palette)] : []),
          ...(is_lying ? [] : [guides(upright_ticks, false, palette)]),
        ];
    return {
      grid: { left: 2, right: 14, top: 8, bottom: 7, containLabel: true },
      xAxis: axis_option(level, level_range, level_ticks, palette, { is_upright: false }),
      yAxis: axis_option(upright, upright_range, upright_ticks, palette, { across, is_upright: true }),
      series: [
        ...guided,
        ...(figure.regions ? [region_option(figure.regions, palette)] : []),
        ...shown.flatMap((series) => series_options(series, context)),
      ],
    };
  }

  // The name of the level axis stands under the middle of the plane, not of the frame.
  drawn() {
    this.places = null;
    this.ring();
    const [left] = this.chart.pixel(...this.corner);
    place(this.below, { 'padding-left': `${Math.max(0, left - 14)}px` });
  }

  // Rings around the chosen sample wherever it is; they lie over the chart, so that choosing draws nothing anew.
  ring() {
    for (const ring of this.chart.frame.querySelectorAll('.ring')) ring.remove();
    const { row } = this.page.choice;
    if (row < 0 || !this.chart.instance) return;
    for (const series of this.shown.filter(({ rows }) => rows)) {
      for (const point of series.points.filter((each) => each.row === row)) {
        const [left, top] = this.chart.pixel(...this.turn(point.x, point.y));
        this.chart.frame.append(place(element('span', { class: 'ring' }), { left: `${left}px`, top: `${top}px` }));
      }
    }
  }

  // Pixels of all points, once for each drawing.
  placed() {
    if (!this.places) {
      this.places = this.shown
        .filter((series) => series.mark !== 'rule')
        .flatMap((series) =>
          series.points
            .map((point) => ({ ...point, y: point.y ?? point.high, series }))
            .filter((point) => is_number(point.x) && is_number(point.y))
            .map((point) => ({ ...point, pixel: this.chart.pixel(...this.turn(point.x, point.y)) })),
        );
    }
    return this.places;
  }

  find(x, y) {
    if (!this.chart.instance) return null;
    return this.is_scatter ? this.find_near(x, y) : this.find_along(x, y);
  }

  find_near(x, y) {
    let best = null;
    let least = reach;
    for (const point of this.placed()) {
      if (!is_scattered(point.series)) continue;
      const away = Math.hypot(point.pixel[0] - x, point.pixel[1] - y);
      if (away < least) [best, least] = [point, away];
    }
    if (!best) return null;
    const { page, figure } = this;
    const sample = page.sample(best.row);
    const title = sample ? page.sample_name(best.row) : (best.label ?? best.series.name);
    const { series } = best;
    const lines = [
      [figure.x.label, number(best.x)],
      [figure.y.label, number(best.y)],
    ];
    if (sample) {
      if (sample.class !== null) lines.unshift(['class', page.classes[sample.class], class_symbol(sample.class)]);
      lines.splice(1, 0, ['answer', page.classes[sample.answer] ?? 'none']);
    } else {
      if (series.has_class) lines.unshift(['class', page.classes[series.class], mark_of(series)]);
      if (best.label) lines.unshift(['', series.name]);
    }
    return { told: { title, lines }, spot: best.pixel, choose: sample ? () => this.choose(best.row) : undefined };
  }

  find_along(x, y) {
    const { is_lying } = this.arrange(this.chart.size.width);
    const along = is_lying ? 1 : 0;
    const pointer = is_lying ? y : x;
    const nearest = new Map();
    for (const point of this.placed()) {
      const away = Math.abs(point.pixel[along] - pointer);
      const known = nearest.get(point.series);
      if (!known || away < known.away) nearest.set(point.series, { point, away });
    }
    if (!nearest.size) return null;
    const least = Math.min(...[...nearest.values()].map(({ away }) => away));
    const others = is_lying ? x : y;
    const found = [...nearest.values()]
      .filter(({ away }) => away < least + 4)
      .map(({ point }) => point)
      .sort((a, b) => Math.abs(a.pixel[1 - along] - others) - Math.abs(b.pixel[1 - along] - others))
      .slice(0, most_lines)
      .sort((a, b) => a.series.index - b.series.index);
    const { figure } = this;
    const [first] = found;
    const title = figure.x.kind === 'names' ? figure.x.names[first.x] : `${figure.x.label ?? 'x'} ${number(first.x)}`;
    const lines = found.map((point) => {
      const bounds =
        is_number(point.low) && is_number(point.high) ? ` (${number(point.low)} to ${number(point.high)})` : '';
      const value = point.series.mark === 'band' ? bounds.slice(2, -1) : `${number(point.y)}${bounds}`;
      return [point.label ?? point.series.name ?? figure.y.label ?? '', value, mark_of(point.series)];
    });
    const at = first.pixel[along];
    return { told: { title, lines }, cursor: is_lying ? { y: at } : { x: at } };
  }
}
