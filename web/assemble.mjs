// Puts shell, style, script and a document together as `protea report` does; for tests and while working on the page.
// Usage: node assemble.mjs DOCUMENT.json PAGE.html …      pairs of files

import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const shell = () => gunzipSync(readFileSync(new URL('dist/page.html.gz', import.meta.url))).toString('utf8');
const escaped = (text) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

export function assemble(content) {
  const parts = { title: escaped(content.title), document: JSON.stringify(content).replace(/</g, '\\u003c') };
  // One mark after the other: what was put in is not looked at again.
  let rest = shell();
  let page = '';
  for (const [name, text] of Object.entries(parts)) {
    const mark = `{{${name}}}`;
    const at = rest.indexOf(mark);
    page += rest.slice(0, at) + text;
    rest = rest.slice(at + mark.length);
  }
  return page + rest;
}

const files = process.argv.slice(2);
if (import.meta.url === `file://${process.argv[1]}` || process.argv[1]?.endsWith('assemble.mjs')) {
  for (let at = 0; at < files.length; at += 2)
    writeFileSync(files[at + 1], assemble(JSON.parse(readFileSync(files[at], 'utf8'))));
}
