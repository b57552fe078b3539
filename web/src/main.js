// From the document to the page.

import { Page } from './page.js';
import { contents, start_contents } from './contents.js';
import { element, name_of } from './dom.js';
import { figure } from './figure.js';
import { number } from './numbers.js';
import { measure_all, start_charts } from './chart.js';
import { start_hover } from './hover.js';
import { start_packing, widen_lonely } from './packing.js';
import { start_print } from './print.js';
import { start_theme, theme_button } from './theme.js';

function header({ title, lead, facts }) {
  return element(
    'header',
    {},
    element('div', { class: 'top' }, element('h1', {}, name_of(title)), theme_button()),
    lead ? element('p', { class: 'lead', dir: 'auto' }, lead) : null,
    facts?.length
      ? element(
          'dl',
          { class: 'facts' },
          facts.map(([name, value]) =>
            element('div', {}, element('dt', {}, name_of(name)), element('dd', {}, name_of(number(value)))),
          ),
        )
      : null,
  );
}

function section({ id, title, text, figures }, page, parts) {
  const nodes = (figures ?? []).map((content) => {
    const made = figure(content, page);
    parts.push(made.part);
    return made.node;
  });
  return element(
    'section',
    { id, 'aria-labelledby': `${id}-title` },
    element('h2', { id: `${id}-title` }, name_of(title)),
    (text ?? []).map((paragraph) => element('p', { class: 'text', dir: 'auto' }, paragraph)),
    nodes.length ? element('div', { class: 'figures' }, nodes) : null,
  );
}

function start() {
  const content = JSON.parse(document.getElementById('document').textContent);
  start_theme();
  const page = new Page(content);
  const parts = [];
  const sections = content.sections ?? [];
  const nodes = sections.map((each) => section(each, page, parts));
  const nav = contents(sections);
  document.body.append(
    element(
      'div',
      { class: 'page' },
      header(content),
      nav,
      element('main', {}, nodes),
      element(
        'footer',
        {},
        element(
          'p',
          {},
          `Written by ${content.generator}. This file is all there is: it fetches nothing and sends nothing.`,
        ),
      ),
    ),
  );
  start_hover();
  for (const part of parts) part?.start?.();
  measure_all();
  widen_lonely();
  measure_all();
  start_charts();
  start_packing();
  start_contents(nodes, nav);
  start_print();
}

start();
