// The words of letters: moments in UTC, names in every script, and no name becomes markup, a line or a header.
import { anyCharacter } from '@remembrance/contract/testing/any-character.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { htmlLayout } from './html-layout.ts';
import { formatDayAnywhere, formatMoment, greet, type LetterWords, oneLine } from './letter-words.ts';
import { plainLayout, renderLetter } from './render-letter.ts';

const letterhead = { productName: 'Keepsake', supportEmail: 'help@keep.example', publicUrl: 'https://keep.example' };
const at = '2027-03-04T09:30:00.000Z';
/** Letters about one vault, with the names of its owner and people. */
const lettersOf = (name: string, title = 'For Rosa') => [
  renderLetter(
    {
      kind: 'executor-code',
      facts: {
        executorName: name,
        ownerName: name,
        vaultTitle: title,
        recipientName: name,
        replacesEarlier: false,

        code: 'K7QXM-2VJTR-9WDFH-4NPZC',
        link: 'https://keep.example/executor-access',
      },
    },
    letterhead,
  ),
  renderLetter(
    {
      kind: 'recipient-invitation',
      facts: {
        recipientName: name,
        ownerName: name,
        releasedBy: name,
        validUntil: at,
        link: 'https://keep.example/vault-access/x',
      },
    },
    letterhead,
  ),
  renderLetter(
    { kind: 'vault-removed', facts: { firstName: name, vaultTitle: title, wasReleased: false, words: title } },
    letterhead,
  ),
];

test.each([
  ['2027-03-04T09:30:00.000Z', 'March 4, 2027 at 9:30 AM UTC'],
  ['2027-12-31T23:59:59.999Z', 'December 31, 2027 at 11:59 PM UTC'],
  ['2028-01-01T00:00:00.000Z', 'January 1, 2028 at 12:00 AM UTC'],
  ['2028-02-29T12:00:00.000Z', 'February 29, 2028 at 12:00 PM UTC'],
  ['2027-03-28T03:30:00+02:00', 'March 28, 2027 at 1:30 AM UTC'],
  ['2027-06-30T23:30:00-05:00', 'July 1, 2027 at 4:30 AM UTC'],
])('the moment %s is written as %s, in UTC, whatever its original zone', (instant, words) => {
  expect(formatMoment(instant, {})).toBe(words);
});

test.each([
  ['UTC', 'March 4, 2027 at 9:30 AM UTC'],
  ['Pacific/Auckland', 'March 4, 2027 at 10:30 PM New Zealand Daylight Time'],
  ['America/Los_Angeles', 'March 4, 2027 at 1:30 AM Pacific Standard Time'],
  ['Asia/Kolkata', 'March 4, 2027 at 3:00 PM India Standard Time'],
  ['Pacific/Kiritimati', 'March 4, 2027 at 11:30 PM Line Islands Time'],
])('in %s the moment is written as %s, with the name of the zone', (timeZone, words) => {
  expect(formatMoment(at, { timeZone })).toBe(words);
});

test.each([
  ['2027-05-25T12:00:00.000Z', 'May 24, 2027'],
  ['2027-05-25T11:59:59.999Z', 'May 23, 2027'],
  ['2027-01-01T23:00:00.000Z', 'December 31, 2026'],
])('the last day that is over in every zone before %s is %s', (instant, day) => {
  expect(formatDayAnywhere(instant)).toBe(day);
});

test.each([
  ['Ona Reyes', 'Ona Reyes'],
  ['  Ona\t\r\nReyes ', 'Ona Reyes'],
  ['שלום בן־דוד', 'שלום בן־דוד'],
  ['محمد \u202eevil', 'محمد evil'],
  ['👩‍👩‍👧‍👦 family', '👩‍👩‍👧‍👦 family'],
  ['e\u0301milie', 'e\u0301milie'],
  ['a\u2028b\u2029c\u0085d', 'a b c d'],
  ['\u2066\u202e\u2069', ''],
])('the name %j is written as %j: in its own script, on one line', (name, written) => {
  expect(oneLine(name)).toBe(written);
});

test('a name stays on one line, in its reading direction, and does not change when it is rendered again', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 100 }), (text) => {
      const written = oneLine(text);
      expect(written).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
      expect(oneLine(written)).toBe(written);
    }),
  );
});

test('for any name a letter has the same HTML tags, one subject line, and the complete name as text', () => {
  const marks = (markup: string) => markup.match(/<[^>]*>/g);
  const plain = lettersOf('Rosa').map(({ html }) => marks(html)?.length);
  const hostile = fc.oneof(
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 80 }),
    fc.string({
      unit: fc.constantFrom('<', '>', '"', "'", '&', '/', '=', 'a', '{', '}', '\n', '\u202e'),
      maxLength: 80,
    }),
  );
  fc.assert(
    fc.property(hostile, (text) => {
      const letters = lettersOf(`x${text}x`, `x${text}x`);
      expect(letters.map(({ html }) => marks(html)?.length)).toEqual(plain);
      for (const { subject, text: body } of letters) {
        expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
        expect(body).toContain(oneLine(`x${text}x`));
      }
    }),
    { examples: [['</title><script>alert(1)</script>'], ['" onmouseover="alert(1)'], ['&lt;b&gt;'], ['$&'], ['</p>']] },
  );
});

test('a long name and a long title leave the code and the link intact, each on its own line', () => {
  const [letter] = lettersOf('W'.repeat(255), '漢'.repeat(255));
  expect(letter?.text).toMatch(/^ {4}K7QXM-2VJTR-9WDFH-4NPZC$/m);
  expect(letter?.text).toMatch(/^https:\/\/keep\.example\/executor-access$/m);
  expect(letter?.html).toContain('漢'.repeat(255));
});

test('a letter greets by name, or without one if there is none', () => {
  expect([greet(''), greet('Rosa'), greet('שלום')]).toEqual(['Hello,', 'Hello Rosa,', 'Hello שלום,']);
  expect(
    renderLetter({ kind: 'account-kept', facts: { firstName: '\u202e', plans: [], link: '' } }, letterhead).text,
  ).toMatch(/^Hello,\n/);
});

test('each kind of block has the same text in both layouts, in order', () => {
  const words: LetterWords = {
    subject: 'A <subject>',
    greeting: 'Hello “R&D”,',
    body: [
      'One & two.',
      { label: 'Your code', code: 'K7QXM' },
      { action: 'Open', link: 'https://keep.example/?a=1&b=2' },
    ],
  };
  const text = plainLayout(words, letterhead);
  const html = htmlLayout(words, letterhead);
  const inOrder = ['Hello “R', 'One ', 'Your code', 'K7QXM', 'Open', 'Questions: '];
  for (const layout of [text, html]) {
    const places = inOrder.map((part) => layout.indexOf(part));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places).not.toContain(-1);
  }
  expect(text).toBe(
    'Hello “R&D”,\n\nOne & two.\n\nYour code:\n\n    K7QXM\n\nOpen:\nhttps://keep.example/?a=1&b=2\n\n-- \nKeepsake\nhttps://keep.example\nQuestions: help@keep.example\n',
  );
  expect(html).toContain('<title>A &lt;subject&gt;</title>');
  expect(html).toContain('href="https://keep.example/?a=1&amp;b=2"');
});
