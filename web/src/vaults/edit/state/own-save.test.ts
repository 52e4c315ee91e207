// A save that conflicts with an earlier one of the same page, whose response was lost. edit-conflict.test.tsx has the case in which the
// owner has written more since.
import { expect, test, vi } from 'vitest';
import { CallError, noAnswer } from '../../../lib/call.ts';
import { rememberOwnSave } from './own-save.ts';

const text = { title: 'For Ruth', recipientName: 'Ruth', recipientEmail: 'r@example.com', message: 'Dear Ruth' };
const sent = { ...text, scheduledReleaseDate: '' };
const conflict = { stored: { ...text, scheduledReleaseDate: null, version: 2 }, sent: {} };

test('an edit that was already saved, and to which nothing was added, ends without another save', async () => {
  const { save, isOwn } = rememberOwnSave();
  const send = vi.fn().mockRejectedValueOnce(new CallError(noAnswer, 'lost'));
  const steps = { send, restOn: vi.fn(() => null), onSaved: vi.fn() };
  await save({ version: 1, title: 'For Ruth' }, sent, steps);
  expect(steps.onSaved).not.toHaveBeenCalled();
  expect(isOwn(conflict)).toBe(true);
  send.mockRejectedValueOnce(new CallError(409, 'changed', { conflict }));
  await save({ version: 1, title: 'For Ruth' }, sent, steps);
  expect(steps.restOn.mock.calls).toEqual([[{ text: sent, version: 2 }, sent]]);
  expect(send).toHaveBeenCalledTimes(2);
  expect(steps.onSaved).toHaveBeenCalledTimes(1);
  expect(isOwn(conflict)).toBe(false);
});
