// Documents for the tests that need no model: every kind of figure, and names that would do harm if read as HTML.

export const hostile = [
  '<script>window.injected = 1</script>',
  '</script><img src=x onerror="window.injected = 2">',
  '"\'&amp;<b>bold</b>',
  'مرحبا بالعالم (12)',
  '👩‍🔬 <svg onload=window.injected=3>',
  '{a|rich} ${1} {{title}}',
  'two\nlines\tand a tab',
  '__proto__',
  'constructor',
  'an unbroken name of '.repeat(3).replaceAll(' ', '_'),
];

const wave = (n, by) => Array.from({ length: n }, (_, at) => Math.sin(at / by));

export function every_kind(names) {
  const n = names.length;
  const classes = names.slice(0, 3);
  const places = Array.from({ length: n }, (_, at) => at);
  const rows = Array.from({ length: 12 }, (_, at) => ({
    name: at < n ? names[at] : String(at),
    class: at % 3,
    answer: at % 4 === 0 ? (at + 1) % 3 : at % 3,
    scores: [0.2, 0.3, 0.5],
    own: { prototype: 0, distance: 0.2 + at / 50 },
    other: { prototype: 1, distance: 0.9 },
    contributions: wave(n, 1.5 + at),
    values: places.map((j) => j * 1.5 + at),
    change: { feature: at % n, from: 1, to: 99, becomes: (at + 1) % 3 },
    certificate: 0.1 + at / 100,
  }));
  const cells = classes.map((_, i) =>
    classes.map((__, j) => rows.map((row, at) => at).filter((at) => rows[at].class === i && rows[at].answer === j)),
  );
  const figure = (id, kind, more) => ({ id, kind, title: names[0], caption: names[1], table: null, ...more });
  const number = (more = {}) => ({ label: names[2], kind: 'number', ...more });
  const named = { label: names[3], kind: 'names', names };
  return {
    format: 1,
    generator: `protea ${names[0]}`,
    title: names[1],
    lead: names[2],
    facts: names.map((name, at) => [name, at % 2 ? name : at]),
    features: names,
    classes,
    ranges: names.map(() => [0, 20]),
    prototypes: [0, 1, 2].map((c) => ({ name: names[c], class: c, values: places })),
    samples: { count: 500, shown: 12, rows },
    sections: [
      {
        id: 'plots',
        title: names[0],
        text: [names[1], names[3]],
        figures: [
          figure('scatter', 'plot', {
            x: number({ low: -1.3, high: 1.4 }),
            y: number(),
            series: [
              ...classes.map((name, c) => ({
                name,
                mark: 'points',
                class: c,
                x: wave(4, 1 + c),
                y: wave(4, 2 + c),
                rows: [c, c + 3, c + 6, -1],
              })),
              { name: names[4], mark: 'star', class: 1, x: [0.5], y: [0.5], labels: [names[4]] },
            ],
            regions: {
              x: [-1.3, 0],
              y: [-2, 0],
              class: [
                [0, 1],
                [1, null],
              ],
            },
          }),
          figure('marks', 'plot', {
            x: number(),
            y: { label: names[5], kind: 'log' },
            series: [
              { name: names[0], mark: 'line', x: [1, 2, 3], y: [1, null, 100] },
              { name: names[1], mark: 'step', x: [1, 2, 3], y: [2, 20, 200] },
              { name: names[2], mark: 'band', x: [1, 2, 3], low: [1, 2, 3], high: [10, 20, 30] },
              { name: names[3], mark: 'points', x: [1, 2, 3], y: [5, 6, 7], low: [4, 5, 6], high: [6, 7, 8] },
              { name: names[4], mark: 'rule', x: [], y: [50] },
              { name: names[5], mark: 'rule', x: [2], y: [], vertical: true },
            ],
          }),
          figure('lying', 'plot', {
            x: named,
            y: number(),
            series: classes.map((name, c) => ({ name, mark: 'bars', class: c, y: wave(n, 2 + c) })),
          }),
          figure('histogram', 'plot', {
            x: number(),
            y: number(),
            series: classes
              .slice(0, 2)
              .map((name, c) => ({ name, mark: 'bars', class: c, x: [1, 2, 3], y: [3, 2 + c, 1] })),
          }),
          figure('empty', 'plot', {
            x: number(),
            y: number(),
            series: [{ name: names[0], mark: 'line', x: [], y: [] }],
          }),
          figure('long', 'plot', {
            x: { label: '', kind: 'names', names: Array.from({ length: 90 }, (_, at) => `${names[at % n]} ${at}`) },
            y: number(),
            series: [0, 1, 2].map((c) => ({ name: classes[c], mark: 'bars', class: c, y: wave(90, 5 + c) })),
          }),
          figure('roc', 'roc', {
            x: number({ low: 0, high: 1 }),
            y: number({ low: 0, high: 1 }),
            positive: 0,
            threshold: [null, 0.9, 0.6, 0.3, 0.1],
            counts: { positive: 20, negative: 30 },
            series: [{ name: names[0], mark: 'line', x: [0, 0, 0.2, 0.6, 1], y: [0, 0.5, 0.8, 1, 1] }],
          }),
        ],
      },
      {
        id: 'surfaces',
        title: names[3],
        text: [],
        figures: [
          figure('confusion', 'matrix', {
            rows: classes,
            columns: classes,
            values: cells.map((row) => row.map((cell) => cell.length)),
            scale: 'sequential',
            shows_values: true,
            samples: cells,
            x: names[0],
            y: names[1],
            unit: names[2],
          }),
          figure('matrix', 'matrix', {
            rows: names,
            columns: names,
            values: names.map((_, i) => names.map((__, j) => (i === j ? null : Math.sin(i * j)))),
            scale: 'diverging',
            unit: names[4],
            shows_values: true,
          }),
          ...['rectangle', 'hexagon'].map((topology) =>
            figure(topology, 'lattice', {
              topology,
              columns: 4,
              rows: 3,
              scale: 'sequential',
              size: 'small',
              values: [
                [1, 2, 3, 4],
                [2, null, 4, 5],
                [3, 4, 5, 6],
              ],
              labels: Array.from({ length: 3 }, () => names.slice(0, 4)),
              class: [
                [0, 1, 2, null],
                [null, 0, 1, 2],
                [0, 0, 0, 0],
              ],
            }),
          ),
          figure('table', 'table', {
            table: {
              columns: names.slice(0, 3),
              rows: [
                [names[0], 1.5, names[1]],
                [names[2], -2, null],
              ],
            },
          }),
          figure('later', 'a kind of the future', { table: { columns: names.slice(0, 2), rows: [[names[0], 1]] } }),
        ],
      },
      { id: 'reasons', title: names[4], text: [], figures: [figure('why', 'choose', {})] },
    ],
  };
}
