// Figures of different heights close together, in the order of the document: each spans as many thin rows of the grid
// as it is high.

import { place } from './dom.js';

const row = 4;

function span(inner) {
  const figure = inner.parentElement;
  const below = parseFloat(getComputedStyle(figure).paddingBottom);
  const rows = Math.max(1, Math.ceil((inner.offsetHeight + below) / row));
  place(figure, { 'grid-row-end': `span ${rows}` });
}

// A figure of half the width with nothing beside it takes all of it.
export function widen_lonely() {
  if (!matchMedia('(min-width: 760px)').matches) return;
  for (const figures of document.querySelectorAll('.figures')) {
    let ends = [0, 0];
    const all = [...figures.children];
    all.forEach((figure, at) => {
      if (!figure.classList.contains('half')) {
        ends = [0, 0];
        return;
      }
      const height = figure.firstElementChild.getBoundingClientRect().height;
      const column = ends[1] < ends[0] ? 1 : 0;
      const is_last = !all[at + 1]?.classList.contains('half');
      if (is_last && Math.abs(ends[1] - ends[0]) < 0.3 * height) figure.classList.replace('half', 'wide');
      ends[column] += height;
    });
  }
}

export function pack_all() {
  for (const inner of document.querySelectorAll('figure > .inner')) span(inner);
}

export function start_packing() {
  pack_all();
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) span(target);
  });
  for (const inner of document.querySelectorAll('figure > .inner')) observer.observe(inner);
}
