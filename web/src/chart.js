// A chart in its frame: measured at once, so that nothing jumps, and drawn when its turn comes, again for another size,
// theme or paper.

import { element, place } from './dom.js';
import { init } from './engine.js';
import { palette, on_theme } from './theme.js';

const charts = [];

export class Chart {
  // drawing = { label, height(width), option(width, height, palette), drawn?(chart), marks(instance) }
  constructor(drawing) {
    this.drawing = drawing;
    this.host = element('div', { class: 'chart', role: 'img', 'aria-label': drawing.label });
    this.frame = element('div', { class: 'frame' }, this.host);
    this.size = null;
    this.turn = 0;
    charts.push(this);
  }

  measure() {
    const width = this.frame.clientWidth;
    if (width === 0) return false;
    const height = Math.round(this.drawing.height(width));
    const is_new = !this.size || this.size.width !== width || this.size.height !== height;
    if (is_new) {
      this.size = { width, height };
      place(this.host, { height: `${height}px` });
    }
    return is_new;
  }

  draw() {
    if (!this.size && !this.measure()) return;
    const { width, height } = this.size;
    if (!this.instance) this.instance = init(this.host, null, { renderer: 'svg', width, height });
    else if (this.instance.getWidth() !== width || this.instance.getHeight() !== height) {
      this.instance.resize({ width, height, silent: true });
    }
    // Pictures in pixels would keep what an earlier drawing gave to elements in their place.
    this.instance.clear();
    const option = this.drawing.option(width, height, palette());
    this.instance.setOption(
      { animation: false, textStyle: { fontFamily: palette().font }, ...option },
      { notMerge: true },
    );
    this.instance.getZr().flush();
    this.instance.getDom().dataset.marks = this.drawing.marks(this.instance);
    this.drawing.drawn?.(this);
  }

  // Data to pixels of the host.
  pixel(x, y) {
    return this.instance.convertToPixel({ gridIndex: 0 }, [x, y]);
  }
}

export function measure_all() {
  for (const chart of charts) chart.measure();
}

export function redraw_all() {
  measure_all();
  for (const chart of charts) chart.draw();
}

const later = window.requestIdleCallback ?? ((task) => setTimeout(task, 0));

// What is on the screen is drawn before the first paint, the rest one by one as the browser has time.
export function start_charts() {
  const hidden = [];
  for (const chart of charts) {
    if (chart.frame.getBoundingClientRect().top < innerHeight) chart.draw();
    else hidden.push(chart);
  }
  const next = () => {
    const chart = hidden.shift();
    if (!chart) {
      document.documentElement.dataset.drawn = 'all';
      return;
    }
    if (!chart.instance) chart.draw();
    later(next, { timeout: 100 });
  };
  later(next, { timeout: 100 });

  const observer = new ResizeObserver((entries) => {
    if (document.documentElement.classList.contains('printing')) return;
    for (const { target } of entries) {
      const chart = charts.find((each) => each.frame === target);
      if (chart.measure() && chart.instance) chart.draw();
    }
  });
  for (const chart of charts) observer.observe(chart.frame);
  on_theme(() => {
    for (const chart of charts) if (chart.instance) chart.draw();
  });
}
