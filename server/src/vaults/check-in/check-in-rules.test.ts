// When we ask an owner, when silence counts, and which choices ask less than before.
import { expect, test } from 'vitest';
import { daysLater } from '../../platform/lib/clock.ts';
import {
  asksLess,
  type CheckInChoice,
  type CheckInState,
  changedReleases,
  choiceInWords,
  monthsLater,
  nextStep,
  releasedSooner,
  strongerOf,
} from './check-in-rules.ts';

const now = new Date('2027-03-31T12:00:00Z');
const ago = (days: number) => daysLater(now, -days);
const between: CheckInState = {
  months: 3,
  nextAt: now,
  pausedUntil: null,
  roundAt: null,
  step: 0,
  silentAt: null,
  seenAt: ago(100),
  letter: null,
};
const sent = (days: number, createdDaysAgo = days) => ({
  status: 'sent',
  createdAt: ago(createdDaysAgo),
  sentAt: ago(days),
});
const open: CheckInState = { ...between, roundAt: ago(40), step: 1, letter: sent(10) };

test('an owner is asked at the chosen time, not during a pause, and later if they have been here', () => {
  expect(nextStep(between, now)).toEqual({ do: 'ask', step: 1 });
  expect(nextStep({ ...between, nextAt: daysLater(now, 1) }, now)).toEqual({ do: 'nothing' });
  expect(nextStep({ ...between, pausedUntil: daysLater(now, 1) }, now)).toEqual({ do: 'nothing' });
  expect(nextStep({ ...between, pausedUntil: now }, now)).toEqual({ do: 'ask', step: 1 });
  const seenAt = ago(10);
  expect(nextStep({ ...between, seenAt }, now)).toEqual({ do: 'answer', nextAt: monthsLater(seenAt, 3) });
  expect(nextStep({ ...between, seenAt: null }, now)).toEqual({ do: 'ask', step: 1 });
});

test('CHECK-1: a round goes on ten days after its last email has left, four times, and only then we ask executors', () => {
  for (const step of [1, 2, 3]) {
    expect(nextStep({ ...open, step }, now)).toEqual({ do: 'ask', step: step + 1 });
    expect(nextStep({ ...open, step, letter: sent(9.99) }, now)).toEqual({ do: 'nothing' });
  }
  expect(nextStep({ ...open, step: 4 }, now)).toEqual({ do: 'ask-executors' });
  expect(nextStep({ ...open, step: 4, letter: sent(9.99) }, now)).toEqual({ do: 'nothing' });
});

test('CHECK-1: an email that has not left does not count, however long ago it was written', () => {
  for (const status of ['queued', 'sending'])
    expect(nextStep({ ...open, step: 4, letter: { status, createdAt: ago(400), sentAt: null } }, now)).toEqual({
      do: 'nothing',
    });
  expect(nextStep({ ...open, step: 4, letter: { ...sent(40), status: 'failed' } }, now)).toEqual({
    do: 'begin-again',
    nextAt: daysLater(now, 30),
  });
  expect(nextStep({ ...open, step: 4, letter: null }, now)).toEqual({ do: 'begin-again', nextAt: now });
});

test('an email that a wrong clock dated neither shortens a round nor stops it for years', () => {
  expect(nextStep({ ...open, step: 4, letter: sent(3000, 2) }, now)).toEqual({ do: 'nothing' });
  expect(nextStep({ ...open, step: 4, letter: sent(-400, 40) }, now)).toEqual({ do: 'begin-again', nextAt: now });
});

test('any sign of the owner after the first email ends the round, and after the executors were asked too', () => {
  const seenAt = ago(39);
  const answered = { do: 'answer', nextAt: monthsLater(seenAt, 3) };
  expect(nextStep({ ...open, step: 4, seenAt }, now)).toEqual(answered);
  expect(nextStep({ ...between, nextAt: daysLater(now, 50), silentAt: ago(40), seenAt }, now)).toEqual(answered);
  expect(nextStep({ ...between, nextAt: daysLater(now, 50), silentAt: ago(38), seenAt }, now)).toEqual({
    do: 'nothing',
  });
});

test('a month later is the same day, or the last of a shorter month', () => {
  expect(monthsLater(now, 1).toISOString()).toBe('2027-04-30T12:00:00.000Z');
  expect(monthsLater(new Date('2027-11-30T00:00:00Z'), 3).toISOString()).toBe('2028-02-29T00:00:00.000Z');
  expect(monthsLater(now, 12).toISOString()).toBe('2028-03-31T12:00:00.000Z');
});

const choice: CheckInChoice = { months: 3, pausedUntil: null, vaultIds: ['a', 'b'], releaseIds: [], yearly: true };

test('turning it off, a longer time, a pause and fewer vaults ask less; the opposite and the yearly emails do not', () => {
  const pausedUntil = daysLater(now, 30);
  for (const less of [{ months: null }, { months: 6 }, { pausedUntil }, { vaultIds: ['a', 'c'] }])
    expect(asksLess(choice, { ...choice, ...less }, now)).toBe(true);
  for (const not of [{ months: 1 }, { pausedUntil: ago(1) }, { vaultIds: ['a', 'b', 'c'] }, { yearly: false }, {}])
    expect(asksLess(choice, { ...choice, ...not }, now)).toBe(false);
  const paused = { ...choice, pausedUntil };
  expect(asksLess(paused, choice, now)).toBe(false);
  expect(asksLess(paused, { ...choice, pausedUntil: daysLater(now, 31) }, now)).toBe(true);
  expect(asksLess({ ...choice, months: null }, { ...choice, vaultIds: [] }, now)).toBe(false);
});

test('an undo never asks less than what was chosen since', () => {
  const since = { months: 1, pausedUntil: daysLater(now, 9), vaultIds: ['c'], releaseIds: [], yearly: false };
  const none = { added: [], removed: [] };
  expect(strongerOf(choice, since, none)).toEqual({
    months: 1,
    pausedUntil: null,
    vaultIds: ['a', 'b', 'c'],
    releaseIds: [],
    yearly: true,
  });
  expect(strongerOf(choice, { ...since, months: null }, none).months).toBe(3);
  const paused = { ...choice, pausedUntil: daysLater(now, 30) };
  expect(strongerOf(paused, since, none).pausedUntil).toEqual(since.pausedUntil);
});

const releasing: CheckInChoice = { ...choice, releaseIds: ['a'] };

test('SILENCE-2: to release a vault, or to release it sooner, needs a proof; the opposite asks less', () => {
  const pausedUntil = daysLater(now, 30);
  expect(releasedSooner(choice, releasing, now)).toEqual(['a']);
  expect(releasedSooner(releasing, { ...releasing, releaseIds: ['a', 'b'] }, now)).toEqual(['b']);
  for (const before of [{ months: null }, { months: 6 }, { pausedUntil }])
    expect(releasedSooner({ ...releasing, ...before }, releasing, now)).toEqual(['a']);
  for (const after of [{}, { months: null }, { months: 6 }, { pausedUntil }, { releaseIds: [] }])
    expect(releasedSooner(releasing, { ...releasing, ...after }, now)).toEqual([]);
  expect(asksLess(releasing, choice, now)).toBe(true);
  expect(asksLess(choice, releasing, now)).toBe(false);
});

test('SILENCE-2: an undo restores exactly what its change did to the releases', () => {
  const undo = (before: CheckInChoice, after: CheckInChoice, since: CheckInChoice) =>
    strongerOf(before, since, changedReleases(before, after, now)).releaseIds;
  expect(undo(choice, releasing, releasing)).toEqual([]);
  expect(undo(releasing, choice, choice)).toEqual(['a']);
  // What was chosen since is neither lost nor brought back by an older link.
  const off = { ...choice, months: null };
  expect(undo(choice, off, { ...off, releaseIds: ['b'] })).toEqual(['b']);
  expect(undo(releasing, { ...releasing, yearly: false }, choice)).toEqual([]);
  // A vault that would be released sooner is not released by itself at all, until its owner chooses it again.
  expect(undo(releasing, { ...releasing, months: 1 }, { ...releasing, months: 1 })).toEqual([]);
});

test('a choice is named in words', () => {
  expect(choiceInWords(releasing, now)).toBe(
    'every 3 months; the executors of one vault are asked if there is no answer; one vault is then released after a wait',
  );
  expect(choiceInWords({ ...choice, months: null }, now)).toBe('off');
  expect(choiceInWords(choice, now)).toBe('every 3 months; the executors of 2 vaults are asked if there is no answer');
  expect(choiceInWords({ ...choice, months: 1, vaultIds: [], pausedUntil: daysLater(now, 1) }, now)).toBe(
    'every month, but not before 2027-04-01; no executors are asked if there is no answer',
  );
});
