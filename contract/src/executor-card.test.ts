// The fragment of a link contains the complete card. Anything else there is plain text or no card.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ExecutorCard, readCard, readCodeLink, writeCard, writeCodeLink } from './executor-card.ts';
import { cardTitleLength } from './limits.ts';

const card: ExecutorCard = {
  code: 'K7QXM-2VJTR-9WDFH-4NPZC',
  vault: '01990000-0000-7000-8000-0000000000a1',
  title: 'For Rosa',
  owner: 'Ada Lindqvist',
  number: 2,
  date: '2026-11-22',
};
const written = (changes: Record<string, string>): string =>
  new URLSearchParams({ ...card, number: '2', ...changes }).toString();

test('a card is read back as it was written, whatever its names contain', () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(name, name, fc.integer({ min: 1, max: 9999 }), (title, owner, number) => {
      const plain = { ...card, title: `a${title}b`, owner: `a${owner}b`, number };
      const read = readCard(writeCard(plain));
      expect(read).toEqual(readCard(writeCard(read ?? card)));
      expect(read).toMatchObject({ code: card.code, vault: card.vault, number, date: card.date });
      expect(writeCard(plain)).toMatch(/^[\w*.%+&=-]+$/);
    }),
  );
  expect(readCard(writeCard(card))).toEqual(card);
});

test.each([
  ['nothing', ''],
  ['a code of another shape', written({ code: '../../etc' })],
  ['a code with letters that no code has', written({ code: 'KUQXM-2VJTR-9WDFH-4NPZC' })],
  ['another id', written({ vault: 'x' })],
  ['no number', written({ number: '0' })],
  ['a date that is none', written({ date: '2026-13-45' })],
  ['a code alone', `code=${card.code}`],
])('a fragment with %s is not a card', (_, fragment) => {
  expect(readCard(fragment)).toBeNull();
});

test('a name in a link is one short line that cannot change the reading direction', () => {
  const read = readCard(written({ title: `Call\n\u202ethis ${'👵🏽'.repeat(300)}`, owner: '<b>Ada</b>' }));
  expect(read?.title).toMatch(/^Call this 👵🏽/);
  expect(Array.from(new Intl.Segmenter().segment(read?.title ?? ''))).toHaveLength(cardTitleLength);
  expect(read?.owner).toBe('<b>Ada</b>');
});

test('the QR code contains the code only in the fragment, and only a complete code is read', () => {
  const link = new URL(writeCodeLink('https://keep.example', card.code));
  expect([link.pathname, link.search]).toEqual(['/executor-access', '']);
  expect(readCodeLink(link.hash.slice(1))).toBe(card.code);
  for (const fragment of ['', 'code=', 'code=abc', `code=${card.code}x`, card.code])
    expect(readCodeLink(fragment)).toBe('');
});
