// The rules for editing a vault.
import { expect, test } from 'vitest';
import { changedFields, editRefusal, isRedirected } from './vault-rules.ts';

const vault = { status: 'active', paymentStatus: 'paid', editCount: 0 };

test('EDIT-1: an edit is refused once the plan allows no more, and never on an unlimited plan', () => {
  expect(editRefusal({ ...vault, editCount: 0 }, 1)).toBeNull();
  expect(editRefusal({ ...vault, editCount: 1 }, 1)).toBe('edit-limit-reached');
  expect(editRefusal({ ...vault, editCount: 999 }, -1)).toBeNull();
});

test('EDIT-2: a released vault and a lapsed plan have refusals of their own, and the release is checked first', () => {
  expect(editRefusal({ ...vault, status: 'released', paymentStatus: 'lapsed' }, -1)).toBe('vault-released');
  expect(editRefusal({ ...vault, paymentStatus: 'lapsed' }, -1)).toBe('plan-lapsed');
});

test('EDIT-3: only different values count as a change; the same instant is the same date', () => {
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

test('EDIT-300: an edit is refused at the limit, beyond it, and not one before it; a released or lapsed vault stays refused', () => {
  expect([0, 1, 2, 3].map((editCount) => editRefusal({ ...vault, editCount }, 2))).toEqual([
    null,
    null,
    'edit-limit-reached',
    'edit-limit-reached',
  ]);
  expect(editRefusal({ ...vault, paymentStatus: 'lapsed', editCount: 5 }, 1)).toBe('plan-lapsed');
  expect(editRefusal({ ...vault, paymentStatus: 'trial' }, 0)).toBe('edit-limit-reached');
  expect(editRefusal({ ...vault, paymentStatus: 'unpaid' }, 1)).toBeNull();
});

test('EDIT-301: setting a date where there was none, and removing one, are changes; leaving it out is not', () => {
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

test('EDIT-302: only another name or another address sends the vault to someone else', () => {
  expect(isRedirected({ recipientName: 'Rosa' })).toBe(true);
  expect(isRedirected({ recipientEmail: '' })).toBe(true);
  expect(isRedirected({ title: 'x', message: 'y', scheduledReleaseDate: null })).toBe(false);
  expect(isRedirected({})).toBe(false);
});
