// Builds dist/: the shell of the page with its script and style, packed, and the licences of what is in it. What is left
// to fill in are {{title}} and {{document}}. The same sources give the same shell.

import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

const here = fileURLToPath(new URL('.', import.meta.url));
const out = process.argv[2] ?? join(here, 'dist');
const licences = {
  echarts: ['LICENSE', 'NOTICE', 'licenses/LICENSE-d3'],
  zrender: ['LICENSE'],
  tslib: ['LICENSE.txt', 'CopyrightNotice.txt'],
};

const common = {
  bundle: true,
  minify: true,
  write: false,
  charset: 'utf8',
  legalComments: 'none',
  absWorkingDir: here,
};
const script = await build({ ...common, entryPoints: ['src/main.js'], format: 'iife', target: ['es2022'] });
const style = await build({
  ...common,
  entryPoints: ['page.css'],
  target: ['chrome111', 'firefox113', 'safari16.4'],
});

const text_of = (file) => readFileSync(file, 'utf8').replace(/\r\n/g, '\n').trim();
const module_of = (name) => join(here, 'node_modules', name);
const licence_texts = Object.entries(licences).map(([name, files]) => {
  const { version, license } = JSON.parse(text_of(join(module_of(name), 'package.json')));
  return [`${name} ${version} (${license})`, ...files.map((file) => text_of(join(module_of(name), file)))].join(
    '\n\n',
  );
});

const ruled = `\n\n${'='.repeat(80)}\n\n`;
const parts = { style: style.outputFiles[0].text.trim(), script: script.outputFiles[0].text.trim() };
// The style and the script stand within elements of HTML, where these would end them.
for (const [name, end] of [['style', /<\/style/i], ['script', /<\/script|<!--/i]]) {
  if (end.test(parts[name])) throw new Error(`${name}: contains ${end}, which HTML would read`);
}
const source = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
parts.policy =
  `default-src 'none'; script-src ${source(parts.script)}; style-src ${source(parts.style)}; img-src data:; ` +
  "base-uri 'none'; form-action 'none'";
// In one pass: what is put in is not looked at again.
const shell = text_of(join(here, 'page.html')).replace(/\{\{(\w+)\}\}/g, (mark, name) => parts[name] ?? mark) + '\n';
const packed = gzipSync(shell, { level: 9 });

mkdirSync(out, { recursive: true });
writeFileSync(join(out, 'page.html.gz'), packed);
const rule = `\n\n${'='.repeat(80)}\n\n`;
writeFileSync(
  join(out, 'LICENSES.txt'), `The script of the page contains parts of these.\n\n${licence_texts.join(rule)}\n`);
writeFileSync(join(out, 'SHA256SUM'), `${createHash('sha256').update(shell).digest('hex')}\n`);
console.log(`shell: ${Buffer.byteLength(shell)} bytes, ${packed.length} packed`);
