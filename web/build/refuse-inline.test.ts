import { expect, test } from 'vitest';
import { refuseInline } from './refuse-inline.ts';

test.each([
  '<script>alert(1)</script>',
  '<script type="module">import "x"</script>',
  '<div style="color:red">',
  '<button onclick="go()">',
])('%s stops the build', (html) => {
  expect(() => refuseInline('/', `<body>${html}`)).toThrow('Content-Security-Policy');
});

test('the one stylesheet, scripts with an address, and words about styles pass', () => {
  expect(() =>
    refuseInline('/', '<style>p{color:red}</style><p>style="x"</p><script type="module" async src="/a.js"></script>'),
  ).not.toThrow();
});
