// Room that text takes in a chart, and what is left of it where there is less.

import { palette } from './theme.js';

export const font_size = 11.5;

const context = document.createElement('canvas').getContext('2d');

export function width_of(text, size = font_size) {
  context.font = `${size}px ${palette().font}`;
  return context.measureText(text).width;
}

// ECharts keeps widths of texts in a plain object, in which a text such as '__proto__' or 'constructor' would meet what
// every object has; a space without width tells it apart.
export function one_line(text) {
  const line = String(text).replace(/\s+/g, ' ');
  return line in Object.prototype ? `${line}\u200b` : line;
}

export function shortened(text, room, size = font_size) {
  const line = one_line(text);
  if (width_of(line, size) <= room) return line;
  const letters = [...line];
  let [kept, beyond] = [0, letters.length];
  while (beyond - kept > 1) {
    const middle = (kept + beyond) >> 1;
    if (width_of(`${letters.slice(0, middle).join('')}…`, size) <= room) kept = middle;
    else beyond = middle;
  }
  return `${letters.slice(0, kept).join('').trimEnd()}…`;
}

export const widest = (texts, size = font_size) =>
  texts.reduce((most, text) => Math.max(most, width_of(one_line(text), size)), 0);
