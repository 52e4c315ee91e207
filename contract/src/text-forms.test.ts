// What fields with a fixed format accept: mail addresses and instants.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../testing/any-character.ts';
import { sentencesFor } from '../testing/read.ts';
import { lengths } from './limits.ts';
import { blankableEmail, email, instant } from './text.ts';

const invalid = 'Valid email is required';
const address = email(invalid);

test.each([
  'ada@example.com',
  'ADA@Example.COM',
  'ada.lindqvist+vault@mail.example.co.uk',
  "o'brien@example.ie",
  'a_b-c@example.museum',
  '1@2.example',
  'ada@xn--bcher-kva.example',
  `${'x'.repeat(64)}@example.com`,
  `a@${'b'.repeat(63)}.example`,
])('%j is an address, and is stored as typed', (typed) => {
  expect(address.parse(` \t${typed}\n`)).toBe(typed);
  expect(blankableEmail(invalid).parse(typed)).toBe(typed);
});

test.each([
  '\u202aada@example.com\u202c',
  '\u200eada@example.com ',
  'ada@example.com\u200b',
  '\ufeffada@exam\u00adple.com',
])('%j is pasted with invisible characters, and is stored without them', (typed) => {
  expect(address.parse(typed)).toBe('ada@example.com');
  expect(blankableEmail(invalid).parse(typed)).toBe('ada@example.com');
  expect(blankableEmail(invalid).parse('\u200b')).toBe('');
});

test.each([
  'ada',
  'ada@',
  '@example.com',
  'ada@localhost',
  'ada@example',
  'ada@example.c',
  'ada@example..com',
  'ada@-example.com',
  'ada@exa_mple.com',
  '.ada@example.com',
  'ada.@example.com',
  'a..b@example.com',
  'ada lindqvist@example.com',
  'ada@@example.com',
  '"a b"@example.com',
  'ada@[192.0.2.1]',
  'ada@192.0.2.1',
  'ada@exam\nple.com',
  'ada\r\nBcc:eve@example.com',
  'ada\0@example.com',
  `${'x'.repeat(65)}@example.com`,
  `a@${'b'.repeat(64)}.example`,
])('%j is not an address that a letter could reach', (typed) => {
  expect(sentencesFor(address, typed)).toEqual([invalid]);
  expect(sentencesFor(blankableEmail(invalid), typed)).toEqual([invalid]);
});

test('an address of 255 characters is accepted, and a longer one refused', () => {
  const domain = `${'b'.repeat(63)}.${'c'.repeat(63)}`;
  const ofLength = (length: number) => `${'x'.repeat(64)}@${domain}.${'d'.repeat(length - 197)}.com`;
  expect(ofLength(255)).toHaveLength(lengths.email);
  expect(sentencesFor(address, ofLength(255))).toEqual([]);
  expect(sentencesFor(address, ofLength(256))).toEqual(['Please use at most 255 characters']);
});

test('an optional address may be blank, but a required one may not', () => {
  expect(blankableEmail(invalid).parse('  ')).toBe('');
  expect(sentencesFor(address, '  ')).toEqual([invalid]);
  for (const value of [undefined, null, 7, ['ada@example.com']]) {
    expect(sentencesFor(address, value)).toEqual([invalid]);
    expect(sentencesFor(blankableEmail(invalid), value)).toEqual([invalid]);
  }
});

test('any accepted address is plain ASCII with one @, so that it cannot add a header or a second recipient', () => {
  const pieces = fc.constantFrom(
    'ada',
    '@',
    'example.com',
    '.',
    ',',
    ';',
    '<',
    '>',
    ' ',
    '\r\n',
    '\0',
    '"',
    ':',
    'é',
    '%0a',
    '\\',
  );
  const anything = fc.oneof(
    fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
    fc.emailAddress(),
    fc.string({ unit: anyCharacter, maxLength: 30 }).map((text) => `${text}@example.com`),
  );
  fc.assert(
    fc.property(anything, (text) => {
      const { success, data } = address.safeParse(text);
      if (!success) return;
      expect(data).toMatch(/^[\w.+'-]{1,64}@[a-z0-9.-]+\.[a-z]{2,}$/i);
      expect(address.parse(data)).toBe(data);
    }),
    { numRuns: 500 },
  );
});

const at = instant('Please choose a valid date and time');

test.each([
  ['2027-03-04T09:30Z', '2027-03-04T09:30:00.000Z'],
  ['2027-03-04T09:30:00+01:00', '2027-03-04T08:30:00.000Z'],
  ['2027-01-01T00:00:00+14:00', '2026-12-31T10:00:00.000Z'],
  ['2026-12-31T23:59:59-11:00', '2027-01-01T10:59:59.000Z'],
  ['2027-06-01T12:00:00+05:45', '2027-06-01T06:15:00.000Z'],
  ['2028-02-29T23:59:59.999Z', '2028-02-29T23:59:59.999Z'],
  ['2027-03-28T02:30:00+01:00', '2027-03-28T01:30:00.000Z'],
  ['2027-10-31T02:30:00+02:00', '2027-10-31T00:30:00.000Z'],
  ['9998-12-31T23:59:59Z', '9998-12-31T23:59:59.000Z'],
])('%s is an instant, whatever its offset', (written, meant) => {
  expect(new Date(at.parse(written)).toISOString()).toBe(meant);
});

test.each([
  '',
  'tomorrow',
  '2027-03-04',
  '2027-03-04T09:30',
  '2027-03-04T09:30:00+0100',
  '2027-03-04 09:30Z',
  '2027-3-4T9:30Z',
  '04.03.2027 09:30',
  '2027-02-29T09:30Z',
  '2027-02-30T09:30Z',
  '2027-04-31T09:30Z',
  '2027-13-01T09:30Z',
  '2027-00-10T09:30Z',
  '2027-01-00T09:30Z',
  '2027-01-01T25:00Z',
  '2027-01-01T23:60Z',
  '2027-01-01T23:59:60Z',
  '2027-01-01T00:00+24:00',
  '+002027-01-01T00:00Z',
  '9999-01-01T00:00:00Z',
  '٢٠٢٧-01-01T00:00Z',
  ' 2027-01-01T00:00Z',
  '2027-01-01T00:00Z\n',
])('%j is not an instant: an impossible day or a missing offset is not guessed', (written) => {
  expect(sentencesFor(at, written)).toEqual(['Please choose a valid date and time']);
});

test('a day is accepted only if its month has it', () => {
  const day = fc.record({
    year: fc.integer({ min: 1970, max: 9998 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 31 }),
  });
  fc.assert(
    fc.property(day, ({ year, month, day }) => {
      const two = (number: number) => String(number).padStart(2, '0');
      const daysInMonth = new Date(Date.UTC(year, month, 0)).getUTCDate();
      expect(at.safeParse(`${year}-${two(month)}-${two(day)}T12:00Z`).success).toBe(day <= daysInMonth);
    }),
  );
});

test('every instant that the browser writes is accepted', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1970-01-01T00:00:00Z'), max: new Date('9998-12-31T00:00:00Z'), noInvalidDate: true }),
      (date) => {
        expect(at.parse(date.toISOString())).toBe(date.toISOString());
      },
    ),
  );
});
