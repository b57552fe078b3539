// Many cells of one scale as a few paths: one for each level of colour.

import { lightness, Scale } from './colours.js';
import { ends, is_number, number } from './numbers.js';

export class Surface {
  constructor(values, kind) {
    this.values = values;
    this.scale = new Scale(kind, ends(values.flat()) ?? [0, 1]);
  }

  // outline(i, j) → path data of a cell.
  paths(outline, palette, style = {}) {
    const levels = new Map();
    this.values.forEach((row, i) =>
      row.forEach((value, j) => {
        const level = is_number(value) ? this.scale.level(value) : null;
        levels.set(level, (levels.get(level) ?? '') + outline(i, j));
      }),
    );
    const drawn = [...levels].filter(([level]) => level !== null);
    this.marks = drawn.reduce((sum, [, pathData]) => sum + pathData.split('M').length - 1, 0);
    return [...levels].map(([level, pathData]) => ({
      type: 'path',
      shape: { pathData },
      style: { fill: level === null ? palette.hollow : this.scale.colour(level, palette), ...style },
    }));
  }

  // The colour of text that is read on a cell.
  ink(value, palette) {
    const colour = is_number(value) ? this.scale.colour(this.scale.level(value), palette) : palette.hollow;
    return lightness(colour) > 0.5 ? '#16181c' : '#ffffff';
  }

  text(value) {
    return number(value, 3);
  }
}

// Options of ECharts for children given in pixels.
export function picture(children) {
  return {
    series: [
      {
        type: 'custom',
        coordinateSystem: 'none',
        silent: true,
        data: [0],
        renderItem: () => ({ type: 'group', children }),
      },
    ],
  };
}
