// Figures by their kind, each with title, caption and table.

import { Cells } from './cells.js';
import { Explorer } from './explorer.js';
import { Lattice } from './lattice.js';
import { Matrix } from './matrix.js';
import { Plot } from './plot.js';
import { Roc } from './roc.js';
import { element, name_of } from './dom.js';
import { folded_table, table } from './table.js';

const kinds = {
  plot: (figure, page) => new Plot(figure, page),
  matrix: (figure, page) => (figure.samples ? new Cells(figure, page) : new Matrix(figure, page)),
  lattice: (figure, page) => new Lattice(figure, page),
  roc: (figure, page) => new Roc(figure, page),
  choose: (figure, page) => new Explorer(figure, page),
  table: (figure) => ({ node: table(figure.table, `Table: ${figure.title}`) }),
};

// How much of the width a figure takes where the document does not say.
function size_of(figure) {
  if (figure.size) return figure.size;
  if (figure.kind === 'choose' || figure.kind === 'table') return 'wide';
  if (
    figure.kind === 'matrix' &&
    (figure.rows.length > 12 || figure.columns.length > 12) &&
    figure.columns.length <= 64
  )
    return 'wide';
  return 'half';
}

export function figure(content, page) {
  const part = kinds[content.kind]?.(content, page);
  const has_table = content.kind !== 'choose' && content.kind !== 'table';
  const node = element(
    'figure',
    { id: content.id, class: `${content.kind} ${size_of(content)}`, 'data-kind': content.kind },
    element(
      'div',
      { class: 'inner' },
      element('h3', {}, name_of(content.title)),
      part
        ? part.node
        : element('p', {}, 'This page is older than this kind of figure: its table tells what it shows.'),
      content.caption ? element('figcaption', {}, name_of(content.caption, 'span')) : null,
      has_table ? folded_table(content) : null,
    ),
  );
  return { node, part };
}
