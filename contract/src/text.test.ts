// Text fields: what counts as text, and what would break a header, the database or a screen.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { blankableLine, line, personName } from './text.ts';

const read = (schema: z.ZodMiniType, text: string) => {
  const { success, data, error } = schema.safeParse(text);
  return success ? { text: data } : { refused: error.issues[0]?.message };
};
const title = line(20, 'Please enter a title');

test.each([
  ['nothing', ''],
  ['spaces', ' \t\u00a0\u3000'],
  ['a zero-width space', '\u200b'],
  ['marks of direction', '\u202e\u200f\u2066'],
  ['a soft hyphen', '\u00ad'],
  ['an invisible letter', '\u3164\u115f'],
  ['a variation selector', '\ufe0f'],
  ['a joiner', '\u200d\u2060'],
])('INPUT-200: a required text of %s alone is missing', (_, text) => {
  expect(read(title, text)).toEqual({ refused: 'Please enter a title' });
  expect(read(personName('Please enter a name'), text)).toEqual({ refused: 'Please enter a name' });
});

test.each(['Ona', 'שלום', 'محمد', '漢', '👩‍👩‍👧‍👦', '❤️', '7', '?', 'e\u0301', '\u200fשלום\u200f'])(
  'INPUT-200: %s is a text and stays as it was typed',
  (text) => {
    expect(read(title, ` ${text} `)).toEqual({ text });
  },
);

test('INPUT-201: a text is accepted to its last character and refused with one more', () => {
  expect(read(title, 'x'.repeat(20))).toEqual({ text: 'x'.repeat(20) });
  expect(read(title, 'x'.repeat(21))).toEqual({ refused: 'Please use at most 20 characters' });
  expect(read(title, `  ${'x'.repeat(20)}  `)).toEqual({ text: 'x'.repeat(20) });
});

test('INPUT-201: no accepted line has a line end or a control character, and reading it again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (text) => {
      for (const schema of [title, blankableLine(20)]) {
        const { text: accepted } = read(schema, text) as { text?: string };
        if (accepted === undefined) return;
        // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
        expect(accepted).not.toMatch(/[\u0000-\u001f\u007f\u2028\u2029]/);
        expect(read(schema, accepted)).toEqual({ text: accepted });
      }
    }),
  );
});

test.each([
  ['Ona Reyes', true],
  ['O. Reyes', true],
  ['Dr. Ona Reyes-Lindqvist III', true],
  ["Ona d'Arc", true],
  ['evil.example', false],
  ['see www.evil', false],
  ['a@b', false],
  ['https://evil', false],
  ['evil。example', false],
  ['ｅｖｉｌ．example', false],
])('INPUT-202: %s is the name of a person: %s', (name, accepted) => {
  expect('text' in read(personName('Please enter a name'), name)).toBe(accepted);
});
