// The figure kind "roc": a curve with a working point that is moved along it.

import { Plot } from './plot.js';
import { element, name_of, place } from './dom.js';
import { clamp, is_number, number } from './numbers.js';

export class Roc extends Plot {
  constructor(figure, page) {
    super(figure, page);
    this.points = this.all[0].points;
    this.at = clamp(figure.start ?? this.upper_left(), 0, this.points.length - 1);
    this.handle = element('div', {
      class: 'handle',
      role: 'slider',
      tabindex: '0',
      'aria-label': `Working point of ${figure.title}`,
      'aria-orientation': 'horizontal',
      'aria-valuemin': 0,
      'aria-valuemax': this.points.length - 1,
      onkeydown: (event) => this.key(event),
    });
    this.readout = element('div', { class: 'readout' });
    const drag = (event) => {
      const edge = this.chart.frame.getBoundingClientRect();
      this.move(this.nearest(event.clientX - edge.left, event.clientY - edge.top));
    };
    this.chart.frame.addEventListener('pointerdown', (event) => {
      this.chart.frame.setPointerCapture(event.pointerId);
      this.is_dragged = true;
      drag(event);
      this.handle.focus({ preventScroll: true });
      event.preventDefault();
    });
    this.chart.frame.addEventListener('pointermove', (event) => {
      if (this.is_dragged) drag(event);
    });
    for (const end of ['pointerup', 'pointercancel'])
      this.chart.frame.addEventListener(end, () => {
        this.is_dragged = false;
      });
    this.chart.frame.classList.add('draggable');
    this.chart.frame.append(this.handle);
    this.tell();
  }

  get node() {
    return [element('div', { class: 'working' }, element('div', {}, super.node), this.readout)];
  }

  drawn() {
    super.drawn();
    this.show();
  }

  // Without a word of the document: where sensitivity and specificity together are largest [Youden1950].
  upper_left() {
    let best = 0;
    this.points.forEach(({ x, y }, at) => {
      if (y - x > this.points[best].y - this.points[best].x) best = at;
    });
    return best;
  }

  nearest(px, py) {
    let best = this.at;
    let least = Infinity;
    this.points.forEach(({ x, y }, at) => {
      const [ax, ay] = this.chart.pixel(x, y);
      const away = Math.hypot(ax - px, ay - py);
      if (away < least) [best, least] = [at, away];
    });
    return best;
  }

  key(event) {
    const page_step = Math.max(1, Math.round(this.points.length / 10));
    const steps = {
      ArrowRight: 1,
      ArrowUp: 1,
      ArrowLeft: -1,
      ArrowDown: -1,
      PageUp: page_step,
      PageDown: -page_step,
      Home: -this.points.length,
      End: this.points.length,
    };
    if (!(event.key in steps)) return;
    event.preventDefault();
    this.move(this.at + steps[event.key]);
  }

  move(at) {
    this.at = clamp(at, 0, this.points.length - 1);
    this.tell();
    this.show();
  }

  tell() {
    const { figure, page } = this;
    const { x, y } = this.points[this.at];
    const threshold = figure.threshold?.[this.at];
    const { positive, negative } = figure.counts;
    const [found, alarms] = [Math.round(y * positive), Math.round(x * negative)];
    const said = is_number(threshold) ? number(threshold, 3) : 'above every score';
    this.handle.setAttribute('aria-valuenow', this.at);
    this.handle.setAttribute(
      'aria-valuetext',
      `threshold ${said}, sensitivity ${y.toFixed(3)}, specificity ${(1 - x).toFixed(3)}; ` +
        `${found} of ${positive} found, ${alarms} of ${negative} false alarms`,
    );
    const row = (name, value) => [element('dt', {}, name), element('dd', {}, value)];
    const name = page.classes[figure.positive] ?? 'positive';
    const cell = (value, is_right) => element('td', { class: is_right ? 'right' : 'wrong' }, number(value));
    this.readout.replaceChildren(
      element(
        'dl',
        {},
        row('threshold', said),
        row('sensitivity', y.toFixed(3)),
        row('specificity', (1 - x).toFixed(3)),
      ),
      element(
        'table',
        { class: 'counts' },
        element('caption', { class: 'hidden' }, 'Samples above and below the threshold'),
        element(
          'thead',
          {},
          element(
            'tr',
            {},
            element('td'),
            element('th', { scope: 'col' }, 'above'),
            element('th', { scope: 'col' }, 'below'),
          ),
        ),
        element(
          'tbody',
          {},
          element(
            'tr',
            {},
            element('th', { scope: 'row' }, name_of(name)),
            cell(found, true),
            cell(positive - found, false),
          ),
          element(
            'tr',
            {},
            element(
              'th',
              { scope: 'row' },
              page.classes.length === 2 ? name_of(page.classes[1 - figure.positive]) : 'others',
            ),
            cell(alarms, false),
            cell(negative - alarms, true),
          ),
        ),
      ),
      element('p', { class: 'hint' }, 'Drag the point, or use the arrow keys.'),
    );
  }

  show() {
    if (!this.chart.instance) return;
    const { x, y } = this.points[this.at];
    const [left, top] = this.chart.pixel(x, y);
    place(this.handle, { left: `${left}px`, top: `${top}px` });
  }
}
