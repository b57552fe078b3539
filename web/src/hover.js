// What the pointer is over, told in a box of text. Nothing is told by the box alone: tables have it too.

import { element, place, name_of } from './dom.js';

const box = element('div', { class: 'tooltip', 'aria-hidden': 'true', hidden: true });
const margin = 12;

export function start_hover() {
  document.body.append(box);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') hide();
  });
  document.addEventListener('scroll', hide, { passive: true });
}

export function hide() {
  box.hidden = true;
}

// told = { title, lines: [[name, value, picture?], …] }, at (x, y) of the window.
function show(told, x, y) {
  box.replaceChildren(
    told.title === undefined ? '' : element('p', {}, name_of(told.title)),
    element(
      'dl',
      {},
      told.lines.map(([name, value, picture]) => [
        element('dt', {}, picture ?? null, name_of(name)),
        element('dd', {}, name_of(value)),
      ]),
    ),
  );
  box.hidden = false;
  const { width, height } = box.getBoundingClientRect();
  const room = document.documentElement.clientWidth;
  const left = x + margin + width > room - 4 ? Math.max(4, x - margin - width) : x + margin;
  const top = y + margin + height > innerHeight - 4 ? Math.max(4, y - margin - height) : y + margin;
  place(box, { left: `${left}px`, top: `${top}px` });
}

export const show_at = (told, event) => show(told, event.clientX, event.clientY);

// find(x, y) of a frame's pixels → { told, spot?: [x, y], cursor?: { x } | { y }, choose?() } or null.
export function follow(frame, find) {
  const spot = element('span', { class: 'spot', hidden: true });
  const cursor = element('span', { class: 'cursor', hidden: true });
  frame.append(cursor, spot);

  const leave = () => {
    hide();
    spot.hidden = true;
    cursor.hidden = true;
    frame.classList.remove('choosable');
  };
  const look = (event) => {
    const edge = frame.getBoundingClientRect();
    return find(event.clientX - edge.left, event.clientY - edge.top);
  };
  const move = (event) => {
    const found = look(event);
    if (!found) return leave();
    show(found.told, event.clientX, event.clientY);
    spot.hidden = !found.spot;
    if (found.spot) place(spot, { left: `${found.spot[0]}px`, top: `${found.spot[1]}px` });
    cursor.hidden = !found.cursor;
    if (found.cursor) {
      const { x, y } = found.cursor;
      place(
        cursor,
        x === undefined
          ? { left: '0', top: `${y}px`, width: '100%', height: '0' }
          : { left: `${x}px`, top: '0', width: '0', height: '100%' },
      );
    }
    frame.classList.toggle('choosable', Boolean(found.choose));
  };
  frame.addEventListener('pointermove', move);
  frame.addEventListener('pointerdown', move);
  frame.addEventListener('pointerleave', leave);
  frame.addEventListener('click', (event) => look(event)?.choose?.());
}
