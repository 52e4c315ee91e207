// The edit form: it refuses what the service would refuse, and sends a date only when it was changed.
import { dateInThePast, releaseWayMissing } from '@remembrance/contract/vaults.ts';
import { describe, expect, it } from 'vitest';
import { checkEditForm, type EditForm } from './edit-form.ts';

const now = new Date(2027, 2, 1, 10, 0);
const before: EditForm = {
  title: 'For Maya',
  recipientName: 'Maya',
  recipientEmail: 'maya@example.org',
  message: 'Remember the lake.',
  scheduledReleaseDate: '2027-06-01T08:30',
};
const check = (changes: Partial<EditForm>, hasExecutor = true) => {
  const { values, errors } = checkEditForm({ ...before, ...changes }, { before, hasExecutor, now });
  return {
    values,
    messages: Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error?.message])),
  };
};

describe('the edit form', () => {
  it('EDIT-9: reports missing fields with the messages of the specification; the message may be blank', () => {
    expect(check({ title: ' ', recipientName: '', recipientEmail: 'maya', message: '' }).messages).toEqual({
      title: 'Title is required',
      recipientName: 'Recipient name is required',
      recipientEmail: 'Valid email required',
    });
  });

  it('EDIT-10: does not send an unchanged date', () => {
    expect(check({ title: 'For you' }).values).not.toHaveProperty('scheduledReleaseDate');
  });

  it('EDIT-11: sends a changed date as an instant and a removed one as blank', () => {
    const moved = check({ scheduledReleaseDate: '2027-07-01T08:30' }).values.scheduledReleaseDate;
    expect(Date.parse(moved ?? '')).toBe(new Date(2027, 6, 1, 8, 30).getTime());
    expect(check({ scheduledReleaseDate: '' }).values.scheduledReleaseDate).toBe('');
  });

  it('EDIT-12: refuses a date that has passed', () => {
    expect(check({ scheduledReleaseDate: '2027-02-01T08:30' }).messages).toEqual({
      scheduledReleaseDate: dateInThePast,
    });
  });

  it('EDIT-13: never leaves a vault without a way to be released', () => {
    expect(check({ scheduledReleaseDate: '' }, false).messages).toEqual({ scheduledReleaseDate: releaseWayMissing });
    expect(check({ scheduledReleaseDate: '' }, true).messages).toEqual({});
  });
});
