// The rules for editing a vault.
import { expect, test } from 'vitest';
import { changedFields, isBasedOnPast, isRedirected, namesOfChanges } from './vault-rules.ts';

test('only different values count as a change; the same instant is the same date', () => {
  const now = {
    title: 'a',
    recipientName: 'b',
    recipientEmail: 'c',
    message: 'd',
    scheduledReleaseDate: new Date('2030-01-01T00:00:00Z'),
  };
  expect(changedFields(now, { title: 'a', scheduledReleaseDate: new Date('2030-01-01T01:00:00+01:00') })).toEqual({});
  expect(changedFields(now, { title: 'x', scheduledReleaseDate: null })).toEqual({
    title: 'x',
    scheduledReleaseDate: null,
  });
});

test('setting a first date and removing a date are changes; leaving the date out is not', () => {
  const dated = {
    title: 'a',
    recipientName: 'b',
    recipientEmail: 'c',
    message: 'd',
    scheduledReleaseDate: new Date(0),
  };
  const undated = { ...dated, scheduledReleaseDate: null };
  expect(changedFields(undated, { scheduledReleaseDate: new Date(0) })).toEqual({ scheduledReleaseDate: new Date(0) });
  expect(changedFields(dated, { scheduledReleaseDate: new Date(1) })).toEqual({ scheduledReleaseDate: new Date(1) });
  expect(changedFields(dated, { scheduledReleaseDate: null })).toEqual({ scheduledReleaseDate: null });
  expect(changedFields(undated, { scheduledReleaseDate: null })).toEqual({});
  expect(changedFields(dated, {})).toEqual({});
  expect(changedFields(dated, { message: '', recipientName: 'b' })).toEqual({ message: '' });
});

test('the names of changes say whether a release date was set, moved or removed', () => {
  const date = new Date(0);
  expect(namesOfChanges(null, { title: 'x', scheduledReleaseDate: date })).toEqual(['title', 'releaseDateSet']);
  expect(namesOfChanges(new Date(1), { scheduledReleaseDate: date })).toEqual(['scheduledReleaseDate']);
  expect(namesOfChanges(date, { scheduledReleaseDate: null })).toEqual(['releaseDateRemoved']);
});

test('only a different name or address redirects the vault', () => {
  expect(isRedirected({ recipientName: 'Rosa' })).toBe(true);
  expect(isRedirected({ recipientEmail: '' })).toBe(true);
  expect(isRedirected({ title: 'x', message: 'y', scheduledReleaseDate: null })).toBe(false);
  expect(isRedirected({})).toBe(false);
});

test('EDIT-16: only an edit that names a version other than the current one is outdated', () => {
  expect(isBasedOnPast({ version: 3 }, 2)).toBe(true);
  expect(isBasedOnPast({ version: 3 }, 4)).toBe(true);
  expect(isBasedOnPast({ version: 3 }, 3)).toBe(false);
  expect(isBasedOnPast({ version: 3 }, undefined)).toBe(false);
});
