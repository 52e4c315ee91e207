// Until when signing in restores a deleted account.
import { accountUndoDays } from '@remembrance/contract/limits.ts';
import { expect, test } from 'vitest';
import { isDeletedForGood, purgedIfDeletedBefore, undoUntil } from './deletion-rules.ts';

const deletedAt = new Date('2026-03-01T12:00:00Z');
const end = undoUntil(deletedAt);
const justBefore = new Date(end.getTime() - 1);

test('an account can be restored until its last moment and is purged from then on, without a gap', () => {
  expect((end.getTime() - deletedAt.getTime()) / 86_400_000).toBe(accountUndoDays);
  expect([justBefore, end].map((now) => isDeletedForGood({ deletedAt }, now))).toEqual([false, true]);
  expect([justBefore, end].map((now) => deletedAt <= purgedIfDeletedBefore(now))).toEqual([false, true]);
  expect(isDeletedForGood({ deletedAt: null }, end)).toBe(false);
});
