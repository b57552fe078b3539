// The figure kind "matrix": a heat map with its names, as far as there is room for them.

import { Chart } from './chart.js';
import { Surface, picture } from './surface.js';
import { element } from './dom.js';
import { path } from './marks.js';
import { follow } from './hover.js';
import { height_share } from './theme.js';
import { clamp, number } from './numbers.js';
import { font_size, shortened, widest, width_of } from './text.js';

const most_names = 30;
const text_size = 11;

// Where names are too many, some of them mark the way.
function ticks(n, room) {
  const step = n <= most_names ? 1 : Math.ceil(n / Math.max(2, Math.floor(room / 64)));
  return Array.from({ length: n }, (_, at) => at).filter((at) => at % step === 0);
}

export class Matrix {
  constructor(figure, page) {
    this.figure = figure;
    this.surface = new Surface(figure.values, figure.scale);
    this.bar = element('div');
    this.chart = new Chart({
      label: page.label_of(figure),
      height: (width) => this.arrange(width).height,
      marks: () => this.surface.marks,
      option: (width, _, palette) => this.option(width, palette),
    });
    follow(this.chart.frame, (x, y) => this.find(x, y));
  }

  get node() {
    return [this.bar, this.chart.frame];
  }

  arrange(width) {
    const { rows, columns } = this.figure;
    const left = Math.min(widest(rows, text_size) + 8, width * 0.34, 180);
    const room = width - left - 4;
    const cell = room / columns.length;
    const is_dense = columns.length > most_names;
    const is_turned = !is_dense && widest(columns, text_size) + 8 > cell;
    const bottom = is_turned ? Math.min(widest(columns, text_size) + 10, 130) : 20;
    const wished = rows.length === columns.length ? Math.min(cell, 46) : clamp(cell, 20, 34);
    const across = Math.max(
      Math.min(wished, ((rows.length > most_names ? 520 : 560) * height_share()) / rows.length),
      rows.length <= most_names ? 14.5 * height_share() : 0,
    );
    const top = (across < text_size ? text_size / 2 : 0) + (this.figure.y ? 16 : 0);
    const below = this.figure.x ? 18 : 0;
    return { left, top, bottom, cell, across, is_turned, height: top + across * rows.length + bottom + below + 2, room };
  }

  option(width, palette) {
    const { figure, surface } = this;
    const { left, top, bottom, cell, across, is_turned, room } = this.arrange(width);
    this.bar.replaceChildren(surface.scale.bar(palette, figure.unit));
    // Whole pixels, so that no seams show between cells.
    const [x, y] = [(j) => Math.round(left + j * cell), (i) => Math.round(top + i * across)];
    const name = (text, place, style) => ({
      type: 'text',
      ...place,
      style: { text, fill: palette.muted, font: `${text_size}px ${palette.font}`, verticalAlign: 'middle', ...style },
    });
    const end = y(figure.rows.length);
    const titles = [
      figure.y && name(shortened(figure.y, width / 2, text_size), { x: 0, y: 6 }, { align: 'left' }),
      figure.x && name(shortened(figure.x, room, text_size), { x: left + room / 2, y: end + bottom + 8 }, { align: 'center' }),
    ].filter(Boolean);
    const children = surface.paths((i, j) => `M${x(j)} ${y(i)}H${x(j + 1)}V${y(i + 1)}H${x(j)}Z`, palette);
    for (const i of ticks(figure.rows.length, end - top)) {
      children.push(
        name(
          shortened(figure.rows[i], left - 8, text_size),
          { x: left - 7, y: (y(i) + y(i + 1)) / 2 },
          { align: 'right' },
        ),
      );
    }
    for (const j of ticks(figure.columns.length, room)) {
      const at = { x: (x(j) + x(j + 1)) / 2, y: end + (is_turned ? 6 : 11) };
      const text = shortened(figure.columns[j], is_turned ? bottom - 8 : Math.max(cell, 62), text_size);
      const half = width_of(text, text_size) / 2;
      children.push(
        is_turned
          ? name(text, { ...at, rotation: Math.PI / 2 }, { align: 'right' })
          : name(text, { ...at, x: clamp(at.x, half, width - half) }, { align: 'center' }),
      );
    }
    children.push(...titles);
    const minuses = this.minuses(x, y);
    if (minuses) children.push(path(minuses, { stroke: palette.ink, lineWidth: 1, opacity: 0.6 }));
    if (figure.shows_values && cell > 26 && across > 13) {
      figure.values.forEach((row, i) =>
        row.forEach((value, j) =>
          children.push(
            name(
              shortened(surface.text(value), cell, text_size),
              { x: (x(j) + x(j + 1)) / 2, y: (y(i) + y(i + 1)) / 2 },
              { align: 'center', fill: surface.ink(value, palette), font: `${font_size}px ${palette.font}` },
            ),
          ),
        ),
      );
    }
    return picture(children);
  }

  // Which side of 0 a colour is on, for print in grey: what is clearly below carries a minus.
  minuses(x, y) {
    const { values, scale, shows_values } = this.figure;
    const [width, height] = [x(1) - x(0), y(1) - y(0)];
    if (scale !== 'diverging' || shows_values || width < 9 || height < 9) return '';
    const half = Math.min(4, width / 4);
    return values
      .flatMap((row, i) =>
        row.map((value, j) =>
          value < 0.1 * this.surface.scale.low
            ? `M${(x(j) + x(j + 1)) / 2 - half} ${(y(i) + y(i + 1)) / 2}h${2 * half}`
            : '',
        ),
      )
      .join('');
  }

  find(px, py) {
    const { figure } = this;
    const { left, top, cell, across } = this.arrange(this.chart.size.width);
    const [i, j] = [Math.floor((py - top) / across), Math.floor((px - left) / cell)];
    if (!(i in figure.rows) || !(j in figure.columns)) return null;
    const title = figure.rows[i] === figure.columns[j] ? figure.rows[i] : `${figure.rows[i]} · ${figure.columns[j]}`;
    return { told: { title, lines: [[figure.unit ?? 'value', number(figure.values[i][j])]] } };
  }
}
