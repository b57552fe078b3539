// Light and dark: the colours live in the style alone, and charts read them from there.

import { element, shape } from './dom.js';

const series_order = [0, 1, 2, 3, 7, 5, 6, 4];

const root = document.documentElement;
const dark = matchMedia('(prefers-color-scheme: dark)');
const listeners = [];
let wanted = null;
let printing = false;
let known = null;

const now = () => (printing ? 'light' : (wanted ?? (dark.matches ? 'dark' : 'light')));

function apply() {
  root.dataset.theme = now();
  known = null;
}

function tell() {
  apply();
  for (const listener of listeners) listener();
}

export function start_theme() {
  apply();
  dark.addEventListener('change', tell);
}

export function on_theme(listener) {
  listeners.push(listener);
}

// Paper is white; whoever prints draws again anyway, so nobody is told.
export function print_theme(is_printing) {
  printing = is_printing;
  apply();
}

// On paper charts are a little lower, so that more of what belongs together is on one sheet.
export const height_share = () => (printing ? 0.84 : 1);

// Every colour by the name it has in the style without its dashes; lists are separated by spaces there.
export function palette() {
  if (known) return known;
  const style = getComputedStyle(root);
  const read = (name) => style.getPropertyValue(`--${name}`).trim();
  const list = (name) => read(name).split(/\s+/);
  const classes = Array.from({ length: 10 }, (_, at) => read(`c${at}`));
  known = {
    ink: read('ink'),
    muted: read('muted'),
    faint: read('faint'),
    line: read('line'),
    paper: read('paper'),
    accent: read('accent'),
    hollow: read('hollow'),
    classes,
    // Series that are of no class leave out colours that are alike as lines.
    series: series_order.map((at) => classes[at]),
    sequential: list('sequential'),
    diverging: list('diverging'),
    font: getComputedStyle(document.body).fontFamily,
  };
  return known;
}

export function theme_button() {
  const icon = shape(
    'svg',
    { viewBox: '0 0 16 16', 'aria-hidden': 'true' },
    shape('circle', { cx: 8, cy: 8, r: 6.25, fill: 'none', stroke: 'currentColor', 'stroke-width': 1.5 }),
    shape('path', { d: 'M8 1.75a6.25 6.25 0 0 1 0 12.5z', fill: 'currentColor' }),
  );
  const label = () => (now() === 'dark' ? 'Light page' : 'Dark page');
  const words = element('span', {}, label());
  on_theme(() => {
    words.textContent = label();
  });
  return element(
    'button',
    {
      type: 'button',
      class: 'theme',
      onclick: () => {
        wanted = now() === 'dark' ? 'light' : 'dark';
        tell();
      },
    },
    icon,
    words,
  );
}
