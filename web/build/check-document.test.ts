// The build stops at a page that the Content-Security-Policy would break, or whose placeholders the server cannot fill.
import { expect, test } from 'vitest';
import { checkDocument } from './check-document.ts';

test.each([
  '<script>alert(1)</script>',
  '<script type="module">import "x"</script>',
  '<div style="color:red">',
  '<button onclick="go()">',
])('%s stops the build', (html) => {
  expect(() => checkDocument('/', `<body>${html}`)).toThrow('Content-Security-Policy');
});

test('the single stylesheet, scripts with an address, and text about styles pass', () => {
  expect(() =>
    checkDocument('/', '<style>p{color:red}</style><p>style="x"</p><script type="module" async src="/a.js"></script>'),
  ).not.toThrow();
});

test('LOAD-2: a script that may run before the place of the app has arrived stops the build', () => {
  const place = '<div id="root"></div>';
  const early = (script: string) => () => checkDocument('/account', `<head>${script}</head>${place}`);
  expect(early('<script type="module" async src="/a.js"></script>')).toThrow('before the place of the app');
  expect(early('<script type="module" src="/a.js"></script>')).not.toThrow();
  expect(() => checkDocument('/', `${place}<script type="module" async src="/a.js"></script>`)).not.toThrow();
});

test('an encoded placeholder stops the build', () => {
  expect(() => checkDocument('/', '<a href="mailto:?subject=%7B%7BPRODUCT_NAME%7D%7D">')).toThrow('encoded name');
});
