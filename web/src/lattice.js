// The figure kind "lattice": units of a map where they stand, rectangles or hexagons.

import { Chart } from './chart.js';
import { Surface, picture } from './surface.js';
import { class_colour, class_name, symbol_of } from './classes.js';
import { element } from './dom.js';
import { follow } from './hover.js';
import { is_number, number } from './numbers.js';
import { shortened } from './text.js';

const tallest = 420;

export class Lattice {
  constructor(figure, page) {
    this.figure = figure;
    this.page = page;
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

  // Which symbols stand for which classes, of those that occur.
  key() {
    const present = [...new Set((this.figure.class ?? []).flat())].filter(is_number).sort((a, b) => a - b);
    if (!present.length) return null;
    return element(
      'p',
      { class: 'symbols' },
      present.flatMap((index, at) => [at ? '  ' : '', class_name(this.page.classes, index)]),
    );
  }

  get node() {
    return [this.bar, this.key(), this.chart.frame].filter(Boolean);
  }

  // Hexagons stand on a corner; rows are √3/2 of a width apart and as high as 2/√3.
  arrange(width) {
    const { columns, rows, topology } = this.figure;
    const is_hexagon = topology === 'hexagon';
    const across = columns + (is_hexagon && rows > 1 ? 0.5 : 0);
    const pitch = is_hexagon ? Math.sqrt(3) / 2 : 1;
    const down = (rows - 1) * pitch + (is_hexagon ? 2 / Math.sqrt(3) : 1);
    const side = Math.min((width - 2) / across, tallest / down);
    const left = (width - side * across) / 2;
    const centre = (i, j) => [
      left + side * (j + 0.5 + (is_hexagon && i % 2 ? 0.5 : 0)),
      1 + side * ((is_hexagon ? 1 / Math.sqrt(3) : 0.5) + i * pitch),
    ];
    return { side, centre, is_hexagon, height: side * down + 2 };
  }

  outline([x, y], side, is_hexagon) {
    if (!is_hexagon) return `M${x - side / 2} ${y - side / 2}h${side}v${side}h${-side}Z`;
    const radius = side / Math.sqrt(3);
    return (
      `M${x} ${y - radius}L${x + side / 2} ${y - radius / 2}V${y + radius / 2}L${x} ${y + radius}` +
      `L${x - side / 2} ${y + radius / 2}V${y - radius / 2}Z`
    );
  }

  option(width, palette) {
    const { figure, surface } = this;
    const { side, centre, is_hexagon } = this.arrange(width);
    this.bar.replaceChildren(surface.scale.bar(palette, figure.unit));
    const children = surface.paths((i, j) => this.outline(centre(i, j), side, is_hexagon), palette, {
      stroke: palette.paper,
      lineWidth: side > 12 ? 1 : 0.5,
    });
    const has_class = (i, j) => is_number(figure.class?.[i]?.[j]);
    figure.values.forEach((row, i) =>
      row.forEach((value, j) => {
        const [x, y] = centre(i, j);
        if (has_class(i, j) && side > 9) {
          const owner = figure.class[i][j];
          children.push({
            type: 'path',
            x,
            y,
            scaleX: side * 0.2,
            scaleY: side * 0.2,
            shape: { pathData: symbol_of(owner) },
            style: {
              fill: class_colour(owner, palette),
              stroke: palette.paper,
              lineWidth: 0.25,
              strokeNoScale: false,
            },
          });
        }
        const label = figure.labels?.[i]?.[j];
        if (label && !has_class(i, j) && side > 16) {
          children.push({
            type: 'text',
            x,
            y,
            style: {
              text: shortened(label, side * 0.9, 10.5),
              fill: surface.ink(value, palette),
              align: 'center',
              verticalAlign: 'middle',
              font: `10.5px ${palette.font}`,
            },
          });
        }
      }),
    );
    return picture(children);
  }

  find(px, py) {
    const { figure, page } = this;
    const { side, centre } = this.arrange(this.chart.size.width);
    let best = null;
    let least = side * 0.62;
    figure.values.forEach((row, i) =>
      row.forEach((value, j) => {
        const [x, y] = centre(i, j);
        const away = Math.hypot(x - px, y - py);
        if (away < least) [best, least] = [[i, j], away];
      }),
    );
    if (!best) return null;
    const [i, j] = best;
    const lines = [[figure.unit ?? 'value', number(figure.values[i][j])]];
    if (is_number(figure.class?.[i]?.[j])) lines.push(['class', page.classes[figure.class[i][j]]]);
    if (figure.labels?.[i]?.[j]) lines.push(['label', figure.labels[i][j]]);
    return { told: { title: `column ${j + 1}, row ${i + 1}`, lines }, spot: centre(i, j) };
  }
}
