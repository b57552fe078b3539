// What all parts of the page share: names, samples and the choice among them.

import { Choice } from './choice.js';
import { is_number } from './numbers.js';
import { one_line } from './text.js';

// How sure an answer is, from 0 to 1: the highest score, or how much nearer its prototype is than that of another class.
export function certainty_of(sample) {
  if (sample.scores?.length) return Math.max(...sample.scores);
  const [own, other] = [sample.own?.distance, sample.other?.distance];
  return is_number(own) && is_number(other) && own + other > 0 ? (other - own) / (other + own) : null;
}

export class Page {
  constructor(content) {
    this.document = content;
    this.classes = content.classes ?? [];
    this.features = content.features ?? [];
    this.prototypes = content.prototypes ?? [];
    this.rows = content.samples?.rows ?? [];
    this.choice = new Choice();
    this.sorted = this.rows
      .map(certainty_of)
      .filter(is_number)
      .sort((a, b) => a - b);
  }

  sample(row) {
    return row >= 0 ? this.rows[row] : undefined;
  }

  sample_name(row) {
    return `Sample ${one_line(this.rows[row].name)}`;
  }

  label_of(figure) {
    return [figure.title, figure.caption].filter(Boolean).map(one_line).join('. ');
  }

  // The share of the samples shown whose answers are less sure.
  surer_than(sample) {
    const certainty = certainty_of(sample);
    if (certainty === null || this.sorted.length < 2) return null;
    return this.sorted.filter((each) => each < certainty).length / (this.sorted.length - 1);
  }

  get explorer() {
    return this.document.sections
      ?.flatMap((section) => section.figures ?? [])
      .find((figure) => figure.kind === 'choose');
  }
}
