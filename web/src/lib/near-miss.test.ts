// Which addresses are asked about, and what is proposed.
import { expect, test } from 'vitest';
import { nearMissOf } from './near-miss.ts';

test.each([
  ['otto@gmial.com', 'otto@gmail.com'],
  ['otto@gmai.com', 'otto@gmail.com'],
  ['otto@gmaill.com', 'otto@gmail.com'],
  ['otto@gnail.com', 'otto@gmail.com'],
  ['otto@hotmial.com', 'otto@hotmail.com'],
  ['otto@outlok.com', 'otto@outlook.com'],
  ['otto@yaho.com', 'otto@yahoo.com'],
  ['otto@iclould.com', 'otto@icloud.com'],
  ['Otto.Berg@GMIAL.com', 'Otto.Berg@gmail.com'],
  ['otto@gmail.con', 'otto@gmail.com'],
  ['otto@gmial.con', 'otto@gmail.com'],
  ['otto@example.con', 'otto@example.com'],
  ['otto@example.ogr', 'otto@example.org'],
])('%s is asked about as %s', (typed, meant) => {
  expect(nearMissOf(typed)).toBe(meant);
});

test.each([
  ...['otto@gmail.com', 'otto@googlemail.com', 'otto@mail.com', 'otto@ymail.com', 'otto@gmx.de', 'otto@web.de'],
  ...['otto@outlook.de', 'otto@yahoo.co.uk', 'otto@hotmail.fr', 'otto@example.org', 'otto@aol.com', 'otto@aon.com'],
  ...['', 'otto', '@gmial.com', 'otto@', 'otto@xn--mnchen-3ya.de', `otto@${'g'.repeat(300)}.con`],
])('“%s” is not asked about', (typed) => {
  expect(nearMissOf(typed)).toBeUndefined();
});
