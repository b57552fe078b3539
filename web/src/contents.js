// The table of contents beside the page, which marks the section that is read.

import { element, name_of } from './dom.js';

export function contents(sections) {
  const links = sections.map(({ id, title }) => element('a', { href: `#${id}` }, name_of(title)));
  return element(
    'nav',
    { class: 'contents', 'aria-label': 'Contents' },
    element(
      'ol',
      {},
      links.map((link) => element('li', {}, link)),
    ),
  );
}

export function start_contents(nodes, nav) {
  const links = [...nav.querySelectorAll('a')];
  const in_sight = new Set();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) in_sight.add(target);
        else in_sight.delete(target);
      }
      const first = nodes.findIndex((node) => in_sight.has(node));
      links.forEach((link, at) => {
        if (at === first) link.setAttribute('aria-current', 'true');
        else if (first >= 0) link.removeAttribute('aria-current');
      });
    },
    { rootMargin: '-15% 0px -60% 0px' },
  );
  for (const node of nodes) observer.observe(node);
}
