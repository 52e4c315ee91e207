// The cleanup of text that is pasted from other programs.
import { expect, test } from 'vitest';
import { lengths } from './limits.ts';
import { pastedLine, pastedLines } from './pasted-text.ts';
import { line, prose } from './text.ts';

test.each([
  ['the line break of PowerPoint', 'Dear Rosa,\u000bthe key', 'Dear Rosa,\nthe key'],
  ['a page break', 'one\u000ctwo', 'one\ntwo'],
  ['line ends of Windows and of old Macs', 'one\r\ntwo\rthree', 'one\ntwo\nthree'],
  ['line and paragraph separators', 'one\u2028two\u2029three\u0085four', 'one\ntwo\nthree\nfour'],
  ['a cell end of Word', 'Rosa\u0007Ben\u0007', 'RosaBen'],
  ['what a PDF leaves', '\u0002Dear\u001a Rosa\0', 'Dear Rosa'],
  ['soft hyphens and byte order marks', '\ufeffremem\u00adbrance', 'remembrance'],
  ['half of an emoji', 'Rosa \ud83d', 'Rosa '],
])('%s is pasted in its visible form', (_, pasted, expected) => {
  expect(pastedLines(pasted)).toBe(expected);
  expect(prose(lengths.message, 'Message is required').parse(pastedLines(pasted))).toBe(expected);
  expect(pastedLine(pasted)).toBe(expected.replaceAll('\n', ' '));
  expect(line(lengths.title, 'Title is required').parse(pastedLine(pasted))).toBe(
    expected.replaceAll('\n', ' ').trim(),
  );
});

test.each(['👩‍👩‍👧', 'علی\u200cرضا', '\u200fשלום', 'क्\u200dष', 'a\tb', '  indented'])(
  '%j is pasted unchanged',
  (text) => {
    expect(pastedLines(text)).toBe(text);
  },
);
