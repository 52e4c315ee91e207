// The development mailbox shows any letter safely: its content becomes neither markup of the page nor a script.
import { anyCharacter } from '@remembrance/contract/testing/any-character.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { devMailboxPage } from './dev-mailbox-page.ts';
import { developmentPage } from './development-page.ts';

const letter = (text: string) => ({
  id: 'a',
  kind: 'executor-code' as const,
  createdAt: '2027-03-04T09:30:00.000Z',
  to: text,
  subject: text,
  text,
  html: `<html><head></head><body>${text}</body></html>`,
});
const marks = (page: string) => page.match(/<[^>]*>/g)?.map((mark) => mark.split(/[\s>]/)[0]);
const hostile = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 60 }),
  fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', '/', ' ', 'a', '\n'), maxLength: 60 }),
);

test('for any letter content the page has the same tags, and the letter stays inside its frame', () => {
  const plain = marks(devMailboxPage([letter('Rosa')], 'rosa@example.com'));
  fc.assert(
    fc.property(hostile, (text) => {
      fc.pre(!/https?:\/\/\S/.test(text)); // a link has its own tag
      expect(marks(devMailboxPage([letter(text)], text))).toEqual(plain);
    }),
    { examples: [['"></iframe><script>alert(1)</script>'], ["' onload='alert(1)"], ['</pre></details>'], ['$&']] },
  );
});

test.each([
  ['see https://keep.example/a?b=1&c=2 now', '<a href="https://keep.example/a?b=1&amp;c=2">'],
  ['http://keep.example/"onclick="alert(1)', '<a href="http://keep.example/&quot;onclick=&quot;alert(1)">'],
])('the URL in the plain text %s becomes a link', (text, link) => {
  expect(devMailboxPage([letter(text)], '')).toContain(link);
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://keep.example', 'keep.example', 'HTTPS:/x'])(
  '%s in a letter does not become a link',
  (text) => {
    const page = devMailboxPage([letter(text)], '');
    expect(page.slice(page.indexOf('<details>'))).not.toContain('<a ');
  },
);

test('without letters the page says so, and its search field keeps the search text', () => {
  const page = devMailboxPage([], 'rosa@example.com');
  expect(page).toContain('There is no letter here yet.');
  expect(page).toContain('value="rosa@example.com"');
  expect(developmentPage.policy).toMatch(/^default-src 'none'/);
  expect(developmentPage.policy).not.toContain('script');
});
