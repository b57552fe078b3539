// Pictures of sections of a page, as the README shows them.
// Usage: node web/pictures.mjs PAGE.html DIRECTORY SECTION…     writes DIRECTORY/PAGE-SECTION.png
import { mkdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { chromium } from 'playwright-core';

const [page, directory, ...sections] = process.argv.slice(2);
mkdirSync(directory, { recursive: true });
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const view = await browser.newPage({ viewport: { width: 1100, height: 900 }, colorScheme: 'light' });
await view.goto(`file://${resolve(page)}`);
await view.waitForTimeout(800);
for (const section of sections) {
  const file = join(directory, `${basename(page, '.html')}-${section}.png`);
  await view.locator(`section[id="${section}"]`).screenshot({ path: file });
}
await browser.close();
