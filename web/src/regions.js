// The plane behind points, coloured by who answers there, with a line where the answer changes.

import { class_colour } from './classes.js';
import { drawn, path, to } from './marks.js';

const edges = (left) => [...left, 2 * left[left.length - 1] - (left[left.length - 2] ?? left[left.length - 1] - 1)];

export function region_option(regions, palette) {
  const [x, y] = [edges(regions.x), edges(regions.y)];
  const rows = regions.class;
  const at = (i, j) => rows[i]?.[j];
  return drawn('regions', (api) => {
    const corner = (i, j) => api.coord([x[j], y[i]]);
    const filled = new Map();
    let border = '';
    for (let i = 0; i < rows.length; ++i) {
      for (let j = 0, end; j < rows[i].length; j = end) {
        const owner = rows[i][j];
        for (end = j + 1; end < rows[i].length && rows[i][end] === owner;) ++end;
        if (owner === null || owner < 0) continue;
        const run =
          to('M', corner(i, j)) + to('L', corner(i, end)) + to('L', corner(i + 1, end)) + to('L', corner(i + 1, j));
        filled.set(owner, `${filled.get(owner) ?? ''}${run}Z`);
      }
      for (let j = 0; j < rows[i].length; ++j) {
        const owner = at(i, j);
        if (j > 0 && at(i, j - 1) !== owner) border += to('M', corner(i, j)) + to('L', corner(i + 1, j));
        if (i > 0 && at(i - 1, j) !== owner) border += to('M', corner(i, j)) + to('L', corner(i, j + 1));
      }
    }
    return [
      ...[...filled].map(([owner, runs]) => path(runs, { fill: class_colour(owner, palette), fillOpacity: 0.13 })),
      path(border, { stroke: palette.muted, lineWidth: 1, opacity: 0.55 }),
    ];
  });
}
