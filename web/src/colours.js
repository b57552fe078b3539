// Scales of colours between stops of the theme, and the bar that explains one.

import { element, place } from './dom.js';
import { number } from './numbers.js';

const channels = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));

// A colour #rrggbb of a share in [0, 1] along the stops.
function between(stops, share) {
  const place_of = Math.min(Math.max(share, 0), 1) * (stops.length - 1);
  const at = Math.min(Math.floor(place_of), stops.length - 2);
  const [from, to] = [channels(stops[at]), channels(stops[at + 1])];
  return `#${from
    .map((c, i) =>
      Math.round(c + (to[i] - c) * (place_of - at))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

// Perceived lightness of a colour, from 0 to 1 [ITU-R BT.709 weights].
export function lightness(colour) {
  const [r, g, b] = channels(colour);
  return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;
}

// What a value becomes: few levels, so that all cells of a level are one path.
export class Scale {
  static levels = 48;

  constructor(kind, extent) {
    this.diverging = kind === 'diverging';
    const limit = Math.max(Math.abs(extent[0]), Math.abs(extent[1])) || 1;
    [this.low, this.high] = this.diverging ? [-limit, limit] : extent;
    this.is_constant = this.low === this.high;
    if (this.low === this.high) this.high = this.low + (Math.abs(this.low) || 1);
  }

  level(value) {
    return Math.round(((value - this.low) / (this.high - this.low)) * Scale.levels);
  }

  colour(level, palette) {
    return between(this.diverging ? palette.diverging : palette.sequential, level / Scale.levels);
  }

  bar(palette, unit) {
    const stops = this.diverging ? palette.diverging : palette.sequential;
    const ramp = place(element('span', { class: 'ramp' }), {
      background: `linear-gradient(to right, ${stops.join(', ')})`,
    });
    return element(
      'div',
      { class: 'scale', 'aria-hidden': 'true' },
      element('span', {}, number(this.low, 3)),
      ramp,
      this.is_constant ? null : element('span', {}, number(this.high, 3)),
      unit ? element('span', { class: 'unit' }, unit) : null,
    );
  }
}
