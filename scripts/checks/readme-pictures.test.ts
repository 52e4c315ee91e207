// The check of the README's pictures, on a copy of the screens.
import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { root } from '../processes.ts';
import { findStalePictures, picturePath, readmePictures, stalePictures, storeDigests } from './readme-pictures.ts';

let copy: string;
beforeAll(() => {
  copy = mkdtempSync(path.join(os.tmpdir(), 'remembrance-pictures-'));
});
beforeEach(() => {
  for (const name of ['README.md', 'docs/pictures', 'web/src'])
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
  storeDigests(copy, readmePictures);
});
afterAll(() => rmSync(copy, { recursive: true }));

const change = (file: string) => appendFileSync(path.join(copy, file), '\n');

test('a README picture is outdated when a component, style or drawing of its screen has changed', () => {
  expect(findStalePictures(copy)).toEqual([]);
  change('web/src/site/landing/vault/vault.css');
  change('web/src/vaults/release/card-sheets.tsx');
  expect(stalePictures(copy)).toEqual(['landing', 'executor-card', 'phone-dark']);
  expect(findStalePictures(copy)).toContain('Take these pictures again: npm run pictures -- readme');
  storeDigests(copy, ['landing', 'phone-dark']);
  expect(stalePictures(copy)).toEqual(['executor-card']);
  change('web/src/ui/styles/tokens.css');
  expect(stalePictures(copy)).toEqual(readmePictures);
});

test('a change to a test, a call or a screen outside the README outdates no picture', () => {
  for (const file of [
    'vaults/dashboard-page.test.tsx',
    'lib/call.ts',
    'vaults/use-vault.ts',
    'account/account-page.tsx',
  ])
    change(`web/src/${file}`);
  expect(findStalePictures(copy)).toEqual([]);
});

test('a picture that is missing, or that the README does not show, is reported', { tags: 'long' }, () => {
  cpSync(path.join(copy, picturePath('letter')), path.join(copy, 'docs/pictures/opening.jpg'));
  rmSync(path.join(copy, picturePath('letter')));
  expect(findStalePictures(copy)).toEqual([
    'docs/pictures/opening.jpg is not a picture in the README.',
    'docs/pictures/letter.jpg is missing, or its screen has changed since.',
    'Take these pictures again: npm run pictures -- readme',
  ]);
});
