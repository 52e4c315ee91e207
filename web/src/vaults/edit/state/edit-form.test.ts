// The edit form: it refuses what the service would refuse, and sends only what was changed.
import { releaseWayMissing } from '@remembrance/contract/vaults.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { letterToRosa } from '../../../../testing/samples.ts';
import { dateIncomplete } from '../../../ui/fields/date-time-field.tsx';
import { dateIsPast } from '../../form/past-date.ts';
import { checkEditForm, dateEmptied, type EditForm, editTextOf, type QuestionForm, textOf } from './edit-form.ts';

const now = new Date(2027, 2, 1, 10, 0);
const before: EditForm = {
  title: 'For Maya',
  recipientName: 'Maya',
  recipientEmail: 'maya@example.org',
  message: 'Remember the lake.',
  scheduledReleaseDate: '2027-06-01T08:30',
  isDateRemoved: false,
  questions: [],
};
const check = (changes: Partial<EditForm>, { hasExecutor = true, hasHalfDate = false } = {}) => {
  const context = { text: before, version: 3, hasExecutor, hasHalfDate, now };
  const { values, errors } = checkEditForm({ ...before, ...changes }, context);
  return {
    values,
    errors,
    messages: Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error?.message])),
  };
};

describe('the edit form', () => {
  it('the form reports missing fields with the messages of the specification; the message may be blank', () => {
    expect(check({ title: ' ', recipientName: '', recipientEmail: 'maya', message: '' }).messages).toEqual({
      title: 'Title is required',
      recipientName: 'Recipient name is required',
      recipientEmail: 'Valid email required',
    });
  });

  it('the form sends only the changed fields, with the version they are based on', () => {
    expect(check({ title: 'For you' }).values).toEqual({ version: 3, title: 'For you' });
    expect(check({}).values).toEqual({ version: 3 });
  });

  it('the form sends a changed date as an instant, and a removal as its own field', () => {
    const moved = check({ scheduledReleaseDate: '2027-07-01T08:30' }).values.scheduledReleaseDate;
    expect(Date.parse(moved ?? '')).toBe(new Date(2027, 6, 1, 8, 30).getTime());
    expect(check({ isDateRemoved: true }).values).toEqual({ version: 3, removesReleaseDate: true });
  });

  it('the form refuses a partial and a cleared date, and neither changes the stored date', () => {
    for (const [hasHalfDate, message] of [
      [true, dateIncomplete],
      [false, dateEmptied],
    ] as const) {
      const emptied = { title: 'For you', scheduledReleaseDate: '' };
      expect(check(emptied, { hasHalfDate }).messages).toEqual({ scheduledReleaseDate: message });
      expect(textOf({ ...before, ...emptied }, before)).toMatchObject({
        title: 'For you',
        scheduledReleaseDate: before.scheduledReleaseDate,
      });
    }
    expect(check({ isDateRemoved: true, scheduledReleaseDate: '' }, { hasHalfDate: true }).messages).toEqual({});
  });

  it('the form refuses a partial date if no date was set', () => {
    const text = { ...before, scheduledReleaseDate: '' };
    const { errors } = checkEditForm(text, { text, version: 3, hasExecutor: true, hasHalfDate: true, now });
    expect(errors.scheduledReleaseDate?.message).toBe(dateIncomplete);
  });

  it('the form refuses a date that has passed', () => {
    expect(check({ scheduledReleaseDate: '2027-02-01T08:30' }).messages).toEqual({
      scheduledReleaseDate: dateIsPast(now),
    });
  });

  it.each([
    ['2027-03-01T09:59', dateIsPast(now)],
    ['2027-03-01T10:00', dateIsPast(now)],
    ['2027-03-01T10:01', undefined],
    ['tomorrow', 'Please choose a valid date and time'],
    ['+012027-03-02T10:00', 'Please choose a valid date and time'],
  ])('a date moved to %s at ten o’clock on that day gives the message: %s', (date, message) => {
    expect(check({ scheduledReleaseDate: date }).messages.scheduledReleaseDate).toBe(message);
  });

  it('the form neither sends nor refuses a date that was not touched, however old it is', () => {
    const old = { ...before, scheduledReleaseDate: '2020-01-01T00:00' };
    const { values, errors } = checkEditForm(
      { ...old, title: 'For you' },
      { text: old, version: 3, hasExecutor: false, now },
    );
    expect(errors).toEqual({});
    expect(values).not.toHaveProperty('scheduledReleaseDate');
  });

  it('the form never leaves a vault without a way to be released', () => {
    const removed = { isDateRemoved: true };
    expect(check(removed, { hasExecutor: false }).messages).toEqual({ scheduledReleaseDate: releaseWayMissing });
    expect(check(removed).messages).toEqual({});
  });

  it('the form sends changed questions, with the spellings that are not blank', () => {
    const stored: QuestionForm = { id: 'q1', question: 'Which boat?', answers: [''] };
    const fresh: QuestionForm = { id: '', question: 'Who swam?', answers: ['Aunt Ottilie', ' ', 'Tilly'] };
    expect(check({ questions: [stored, fresh] }).values.questions).toEqual([
      { id: 'q1', question: 'Which boat?' },
      { question: 'Who swam?', answers: ['Aunt Ottilie', 'Tilly'] },
    ]);
    expect(check({ questions: [{ ...stored, id: '' }] }).errors.questions).toMatchObject([
      { answers: [{ message: 'Please write the answer' }] },
    ]);
  });

  it('the form shows every instant as its local time', () => {
    const instants = fc.date({ min: new Date(1971, 0, 1), max: new Date(9998, 11, 31), noInvalidDate: true });
    fc.assert(
      fc.property(instants, (date) => {
        date.setSeconds(0, 0);
        const { scheduledReleaseDate } = editTextOf({ ...letterToRosa, scheduledReleaseDate: date.toISOString() });
        expect(scheduledReleaseDate).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/);
        expect(Date.parse(scheduledReleaseDate)).toBe(date.getTime());
      }),
    );
  });

  it('the form trims a title, and sends a message as it was written', () => {
    const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(words, words, (title, message) => {
        const { values, messages } = check({ title, message });
        if (Object.keys(messages).length > 0) return;
        expect(values.title ?? before.title).toBe(title.trim());
        expect(values.message ?? before.message).toBe(message);
      }),
    );
  });
});
