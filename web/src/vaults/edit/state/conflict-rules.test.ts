// Which fields of two versions differ, and the result of the owner's choices.
import { expect, test } from 'vitest';
import { baseOf, conflictRows, isOwnSave, mergedText } from './conflict-rules.ts';
import type { EditText } from './edit-form.ts';

const before: EditText = {
  title: 'For Rosa',
  recipientName: 'Rosa',
  recipientEmail: 'rosa@example.com',

  message: 'Dear Rosa',
  scheduledReleaseDate: '',
};
const stored = { ...before, title: 'Renamed', message: 'Dear Rosa,\nfrom the other tab' };
const own = { ...before, message: 'Dear Rosa,\nfrom here', recipientName: 'Rosa Lindqvist' };
const rows = conflictRows(own, { before, stored });

test('every differing field is a row that suggests this page’s change, or else the saved value', () => {
  expect(rows.map(({ name, suggested }) => [name, suggested])).toEqual([
    ['title', 'stored'],
    ['recipientName', 'own'],
    ['message', 'own'],
  ]);
  expect(conflictRows(stored, { before, stored })).toEqual([]);
});

test('a choice decides its own field, and the suggestion decides every other', () => {
  expect(mergedText(stored, rows, {})).toEqual({ ...own, title: 'Renamed' });
  expect(mergedText(stored, rows, { title: 'own', message: 'stored' })).toEqual({ ...own, message: stored.message });
});

test('a save by this page that got no response is recognised, and nothing else is mistaken for it', () => {
  expect(isOwnSave(own, { ...own, title: ' For Rosa ' })).toBe(true);
  expect(isOwnSave(stored, own)).toBe(false);
  expect(isOwnSave(own, null)).toBe(false);
});

test('the stored version becomes the text and the version to continue on', () => {
  const { scheduledReleaseDate: _, ...texts } = stored;
  const conflict = { stored: { ...texts, scheduledReleaseDate: null, version: 7 }, sent: {} };
  expect(baseOf(conflict)).toEqual({ text: stored, version: 7 });
});
