// The documents of pages: an empty one says so if its script never arrives.
import { expect, test } from 'vitest';
import { type Page, pages } from '../src/app/pages.ts';
import { documentOf } from './document.ts';

const pageAt = (pattern: string): Page => pages.find((page) => page.pattern === pattern) ?? expect.unreachable(pattern);

function written(pattern: string, content: string): string {
  const page = pageAt(pattern);
  const files = ['src/app/entry/entry-client.tsx', 'src/app/entry/start.ts', `src/${page.module}`];
  const fonts = ['sans', 'display'].map((name) => `src/ui/fonts/${name}.woff2`);
  const manifest = Object.fromEntries([...files, ...fonts].map((key) => [key, { file: `${key}.out` }]));
  const template = '<title>{{PRODUCT_NAME}}</title><div id="root"></div><script type="module" src="/a.js"></script>';
  return documentOf(page, content, { manifest, entry: 'src/app/entry/entry-client.tsx', style: '', template });
}

test('LOAD-3: a page from an emailed link says that it takes long if its script never arrives, and keeps the token in its address', () => {
  const [, beside = ''] = written('/stop-correction', '').split('<div id="root"></div>');
  expect(beside).toContain('This is taking longer than usual. Please load the page again.');
  expect(beside).not.toContain('<a');
  expect(written('/executor-access', '<main></main>')).not.toContain('taking longer');
});
