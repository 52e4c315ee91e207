// The rules for editing a vault.
import { expect, test } from 'vitest';
import { changedFields, editRefusal } from './vault-rules.ts';

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
