// Paper: charts are drawn again for its width, black on white, and once more for the screen afterwards.

import { hide } from './hover.js';
import { pack_all } from './packing.js';
import { print_theme } from './theme.js';
import { redraw_all } from './chart.js';

export function start_print() {
  const turn = (is_printing) => {
    hide();
    print_theme(is_printing);
    document.documentElement.classList.toggle('printing', is_printing);
    redraw_all();
    pack_all();
  };
  addEventListener('beforeprint', () => turn(true));
  addEventListener('afterprint', () => turn(false));
}
