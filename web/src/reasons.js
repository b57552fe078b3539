// Why a sample got its answer, in sentences.

import { is_numeric } from './axis.js';
import { class_name } from './classes.js';
import { certainty_of } from './page.js';
import { element, name_of } from './dom.js';
import { is_number, number, percent, reading } from './numbers.js';

const sentence = (...parts) => element('p', {}, parts);
function feature(page, index) {
  const name = page.features[index];
  return name_of(is_numeric([name]) ? `feature ${name}` : name, 'em');
}

function answer(page, row) {
  const sample = page.rows[row];
  const name = element('strong', {}, 'Sample ', name_of(sample.name));
  if (!is_number(sample.answer)) {
    const known = is_number(sample.class) ? [' It is ', class_name(page.classes, sample.class), '.'] : [];
    return sentence(name, ' got no answer: the model was not sure enough.', ...known);
  }
  const told = [name, ' is answered ', class_name(page.classes, sample.answer)];
  if (!is_number(sample.class)) return sentence(...told, '; its class is not known.');
  if (sample.class === sample.answer) return sentence(...told, ', which is right.');
  return sentence(
    ...told,
    ', which is ',
    element('strong', { class: 'wrong' }, 'wrong'),
    ': it is ',
    class_name(page.classes, sample.class),
    '.',
  );
}

function word_for(score) {
  if (score >= 0.95) return 'very sure';
  if (score >= 0.8) return 'fairly sure';
  return score >= 0.6 ? 'unsure' : 'very unsure';
}

function sureness(page, row) {
  const sample = page.rows[row];
  const certainty = certainty_of(sample);
  const parts = [];
  if (sample.scores?.length && !is_number(sample.answer)) {
    const [[score, index]] = sample.scores.map((each, at) => [each, at]).sort(([a], [b]) => b - a);
    return sentence(`Its highest score is ${number(score, 3)} for `, name_of(page.classes[index]), '.');
  }
  if (sample.scores?.length) {
    const others = sample.scores
      .map((score, index) => [score, index])
      .filter(([, index]) => index !== sample.answer)
      .sort(([a], [b]) => b - a)
      .slice(0, 2);
    parts.push(
      sample.scores.some((score) => score > sample.scores[sample.answer])
        ? 'The threshold decides against the score, which is '
        : `The model is ${word_for(certainty)}: its score is `,
      `${number(sample.scores[sample.answer], 3)} for `,
      name_of(page.classes[sample.answer]),
    );
    others.forEach(([score, index]) => parts.push(`, ${number(score, 3)} for `, name_of(page.classes[index])));
    parts.push('. ');
  }
  const share = page.surer_than(sample);
  if (share !== null) {
    parts.push(
      share === 0
        ? 'No answer shown here is less sure. '
        : `It is surer than ${share < 0.005 ? 'less than 1\u00a0%' : percent(share)} of the answers shown here. `,
    );
  }
  if (is_number(sample.own?.distance) && is_number(sample.other?.distance)) {
    const rival = page.prototypes[sample.other.prototype]?.class;
    parts.push(
      'Its distance to the nearest prototype of ',
      name_of(page.classes[sample.answer]),
      ` is ${number(sample.own.distance, 3)}, to the nearest of `,
      ...(is_number(rival) ? [name_of(page.classes[rival])] : ['another class']),
      ` ${number(sample.other.distance, 3)}.`,
    );
  }
  return parts.length ? sentence(...parts) : null;
}

function listed(page, indices) {
  return indices.flatMap((index, at) => [
    at === 0 ? '' : at === indices.length - 1 ? ' and ' : ', ',
    feature(page, index),
  ]);
}

// The features that make up most of the difference of the distances, three at most on each side.
function weights(page, row) {
  const values = page.rows[row].contributions ?? [];
  const order = values
    .map((value, index) => [value, index])
    .filter(([value]) => is_number(value))
    .sort(([a], [b]) => b - a);
  const most = Math.max(...order.map(([value]) => Math.abs(value)), 0);
  const matters = ([value]) => Math.abs(value) > 0.15 * most;
  const speaking = order
    .filter(([value]) => value > 0)
    .filter(matters)
    .slice(0, 3)
    .map(([, index]) => index);
  const against = order
    .filter(([value]) => value < 0)
    .filter(matters)
    .reverse()
    .slice(0, 3)
    .map(([, index]) => index);
  if (!speaking.length) return null;
  const verb = (list) => (list.length === 1 ? 'speaks' : 'speak');
  return sentence(
    'It is mostly ',
    ...listed(page, speaking),
    ` that ${verb(speaking)} for this answer`,
    ...(against.length ? ['; ', ...listed(page, against), ` ${verb(against)} against it.`] : ['.']),
  );
}

function change(page, row) {
  const found = page.rows[row].change;
  if (found === undefined) return null;
  if (found === null) return sentence('No change of a single feature flips it.');
  const { feature: index, from, to, becomes } = found;
  const digits = Math.abs(to - from) < 0.01 * Math.abs(from) ? 6 : 4;
  const told = [
    'To become ',
    class_name(page.classes, becomes),
    ' it would suffice that ',
    feature(page, index),
    ` ${to < from ? 'fell' : 'rose'} from ${reading(from)} to ${number(to, digits)}.`,
  ];
  const range = page.document.ranges?.[index];
  if (range && (to < range[0] || to > range[1])) {
    told.push(
      ` No sample of the data has such a value (they go from ${reading(range[0])} to ${reading(range[1])}), `,
      'so this is hardly to be expected.',
    );
  }
  return sentence(...told);
}

function flip(page, row) {
  const found = page.rows[row].flip;
  if (!found) return null;
  const steps = found.most.flatMap(({ feature: index, from, to }, at) => [
    at === 0 ? '' : at === found.most.length - 1 ? ' and ' : ', ',
    feature(page, index),
    ` (${reading(from)} to ${number(to, 4)})`,
  ]);
  return sentence(
    'The nearest point that is answered ',
    class_name(page.classes, found.becomes),
    found.most.length < page.features.length ? ' differs in several features together, most of all in ' : ' differs in ',
    ...steps,
    '.',
  );
}

function certificate(page, row) {
  const radius = page.rows[row].certificate;
  if (!is_number(radius)) return null;
  return sentence(
    `Certified: no change of all features together that is shorter than ${number(radius, 3)} flips it, `,
    `${page.document.unit ?? 'in units of the model'}.`,
  );
}

export function reasons(page, row) {
  return [answer, sureness, weights, change, flip, certificate].map((tell) => tell(page, row)).filter(Boolean);
}

// The short form, where the explorer is elsewhere on the page.
export function reasons_in_short(page, row) {
  const link = page.explorer ? element('a', { href: `#${page.explorer.id}` }, 'All of the reasons') : null;
  return [answer(page, row), change(page, row), link ? element('p', {}, link) : null].filter(Boolean);
}
