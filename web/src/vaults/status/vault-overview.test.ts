// The names of a vault's states, and which of them needs its owner first.
import type { Vault, VaultListItem } from '@remembrance/contract/vaults.ts';
import { expect, test } from 'vitest';
import { letterToRosa } from '../../../testing/samples.ts';
import { planText } from './release-ways.ts';
import { statusSteps } from './status-steps.ts';
import { attentionOf, isActive, stateLines } from './vault-overview.ts';

const now = new Date('2026-12-15T10:00:00.000Z');
const writtenAt = '2026-03-01T10:00:00.000Z';
const code = { executor: 'Edda', writtenAt, letter: 'accepted', usedAt: null, confirmedAt: null } as const;
const vault = (changes: Partial<VaultListItem> = {}): VaultListItem => ({ ...letterToRosa, ...changes });
const lines = (changes: Partial<VaultListItem>) => stateLines(vault(changes)).map(({ text }) => text);

test.each<[string, Partial<VaultListItem>, string[]]>([
  ['paid once, its code opened', { codes: [{ ...code, usedAt: '2026-03-02T10:00:00.000Z' }] }, []],
  ['paid once, its letter confirmed', { codes: [{ ...code, confirmedAt: '2026-03-02T10:00:00.000Z' }] }, []],
  ['on trial', { planState: 'trial', paidUntil: '2026-12-21T12:00:00.000Z' }, ['Free until Dec 21']],
  ['on a plan that ended', { paymentStatus: 'lapsed', planState: 'ended' }, ['Plan ended']],
  ['on a paused plan', { paymentStatus: 'lapsed', planState: 'paused' }, ['Plan paused']],
  ['on an unpaid plan', { planState: 'past-due' }, ['The last payment failed']],
  ['with a date', { scheduledReleaseDate: '2026-12-31T12:00:00.000Z' }, ['Release date Dec 31, 2026']],
  ['without an executor and a date', { codes: [] }, ['Nobody can release it']],
  ['with a code not confirmed', { codes: [code] }, ['Edda has not confirmed our email yet · Ask Edda']],
  ['not paid for, with an executor', { paymentStatus: 'unpaid', codes: [code] }, []],
  [
    'with an email given up',
    { codes: [{ ...code, letter: 'undelivered' }] },
    ['Our email to Edda could not be delivered'],
  ],
  [
    'released, with closed questions',
    { status: 'released', codes: [code], questionsLocked: true, scheduledReleaseDate: '2026-12-31T12:00:00.000Z' },
    ['The questions are closed'],
  ],
])('a vault %s says so, and nothing else', (_, changes, expected) => {
  expect(lines(changes)).toEqual(expected);
});

test('an unpaid vault is not active, and a vault whose plan ended is', () => {
  expect(isActive(vault({ paymentStatus: 'unpaid', planState: null }))).toBe(false);
  expect(isActive(vault({ paymentStatus: 'lapsed', planState: 'ended' }))).toBe(true);
  expect(isActive(vault({ status: 'released' }))).toBe(false);
});

test('undelivered letters come first, then costs, and a vault without problems asks for nothing', () => {
  const vaults = [
    vault({ id: 'trial', planState: 'trial', paidUntil: '2026-12-21T12:00:00.000Z' }),
    vault({ id: 'later', planState: 'trial', paidUntil: '2027-01-21T12:00:00.000Z' }),
    vault({ id: 'ended', planState: 'ended', paymentStatus: 'lapsed', codes: [code] }),
    vault({ id: 'sound', codes: [code] }),
    vault({ id: 'unpaid', paymentStatus: 'unpaid', planState: null, codes: [] }),
    vault({ id: 'nobody', codes: [] }),
    vault({ id: 'declined', planState: 'past-due' }),
    vault({ id: 'letter', codes: [{ ...code, letter: 'undelivered' }] }),
    vault({ id: 'closed', status: 'released', questionsLocked: true }),
  ];
  const items = attentionOf(vaults, now);
  expect(items.find(({ vault: { id } }) => id === 'ended')?.text).toBe(
    'Your plan has ended. Your executor can still release this vault. Restart the plan to change it.',
  );
  expect(items.map(({ vault: { id }, action }) => [id, action.to])).toEqual([
    ['nobody', '/vault/nobody'],
    ['closed', '/vault/closed'],
    ['letter', '/vault/letter'],
    ['declined', '/account/billing'],
    ['unpaid', '/checkout/unpaid'],
    ['ended', '/account/billing'],
    ['trial', '/account/billing'],
  ]);
  expect(items.filter(({ isTrouble }) => isTrouble)).toHaveLength(4);
});

const stepsOf = (changes: Partial<VaultListItem & Pick<Vault, 'releasedAt' | 'release'>>) =>
  statusSteps({ ...letterToRosa, ...changes }).map(({ text, facts, isDone }) => [isDone, text, ...facts]);

test('a vault’s status shows how far it has come, and leaves out what is unknown', () => {
  const unsent = { ...code, executor: 'Ben', writtenAt: null, letter: null };
  expect(stepsOf({ codes: [code, unsent] })).toEqual([
    [true, 'Created Mar 1, 2026'],
    [false, 'Edda has not confirmed our email yet', 'Delivered Mar 1, 2026'],
    [false, 'Ben has not confirmed our email yet'],
    [false, 'Released by Edda or Ben when the time comes', 'We send nothing to Rosa Lindqvist before that.'],
  ]);
  const confirmed = {
    ...code,
    letter: null,
    confirmedAt: '2026-03-02T10:00:00.000Z',
    usedAt: '2026-03-03T10:00:00.000Z',
  };
  expect(stepsOf({ codes: [confirmed] })[1]?.slice(1)).toEqual([
    ...['Edda has the code', 'Sent Mar 1, 2026', 'Confirmed Mar 2, 2026', 'Used Mar 3, 2026'],
  ]);
  expect(stepsOf({ codes: [{ ...code, letter: 'waiting' }] })[1]).toEqual([
    ...[false, 'The code is on its way to Edda', 'Sent Mar 1, 2026'],
  ]);
});

test('a vault’s status names a wait, and that two must agree once there are two', () => {
  const release = { waitHours: 24, mustAgree: true };
  const [ben, ines] = [
    { ...code, executor: 'Ben' },
    { ...code, executor: 'Ines' },
  ];
  const last = (codes: VaultListItem['codes']) => stepsOf({ codes, release }).at(-1);
  expect(last([code, ben])).toEqual([
    false,
    'Released when Edda and Ben agree that it is time',
    'After their press it waits 1 day, and you can stop it.',
    'We send nothing to Rosa Lindqvist before that.',
  ]);
  expect(last([code, ben, ines])?.[1]).toBe('Released when two of Edda, Ben, Ines agree that it is time');
  expect(last([code])?.[1]).toBe('Released by Edda when the time comes');
});

test('an unpaid vault is not called kept, a date is shown, and an undelivered letter is reported', () => {
  expect(stepsOf({ paymentStatus: 'unpaid', codes: [], scheduledReleaseDate: '2026-12-31T12:00:00.000Z' })).toEqual([
    [false, 'Not kept yet', 'Nobody can release it until it is paid for.'],
    [false, 'Released on Dec 31, 2026', 'We send nothing to Rosa Lindqvist before that.'],
  ]);
  expect(stepsOf({ codes: [] }).at(-1)).toEqual([false, 'Nobody can release it']);
  const [, lost] = statusSteps(vault({ codes: [{ ...code, letter: 'undelivered' }] }));
  expect(lost).toMatchObject({ text: 'Our email to Edda could not be delivered', isDone: false, isTrouble: true });
  const invitation = { ...delivered, letter: 'undelivered' } as const;
  const releasedAt = '2026-04-02T10:00:00.000Z';
  expect(stepsOf({ status: 'released', releasedAt, invitation }).at(-1)).toEqual([
    ...[true, 'Released Apr 2, 2026', 'Our email to Rosa Lindqvist could not be delivered'],
  ]);
});

const delivered = {
  writtenAt: '2026-04-02T10:00:00.000Z',
  letter: 'accepted',
  acceptedBy: null,
  doubt: null,
  disownedAt: null,
  openedAt: null,
  provenAt: null,
  downloadedAt: null,
} as const;

test('after the release every step of the email is said once, and a doubt only until somebody opened it', () => {
  const released = (invitation: VaultListItem['invitation']) => vault({ status: 'released', invitation });
  const doubtful = { ...delivered, acceptedBy: 'mx.example.com', doubt: 'mailbox-full' } as const;
  const opened = { ...doubtful, openedAt: '2026-04-05T10:00:00.000Z' };
  expect(statusSteps(released(doubtful)).at(-1)).toMatchObject({
    facts: [
      'Our email to Rosa Lindqvist: sent Apr 2, 2026',
      'Their mailbox may be full: their mail server returned our email.',
    ],
    isTrouble: true,
  });
  expect(stateLines(released(doubtful))).toMatchObject([{ isTrouble: true }]);
  expect(attentionOf([released(doubtful)], new Date())).toMatchObject([
    {
      text: 'Rosa Lindqvist: Their mailbox may be full: their mail server returned our email.',
      isTrouble: true,
    },
  ]);
  expect(statusSteps(released(opened)).at(-1)).toMatchObject({
    facts: ['Our email to Rosa Lindqvist: accepted by mx.example.com Apr 2, 2026', 'Opened Apr 5, 2026'],
    isTrouble: false,
  });
  expect(attentionOf([released(opened), released(delivered)], new Date())).toEqual([]);
});

test('an email that its reader disowned is reported until somebody has opened it', () => {
  const disowned = { ...delivered, disownedAt: '2026-04-03T10:00:00.000Z' };
  const released = vault({ status: 'released', invitation: disowned });
  expect(statusSteps(released).at(-1)).toMatchObject({
    facts: [
      'Our email to Rosa Lindqvist: delivered Apr 2, 2026',
      'Its reader said on Apr 3, 2026 that it is not for them',
    ],
    isTrouble: true,
  });
  expect(stateLines(released)).toMatchObject([{ isTrouble: true }]);
  expect(attentionOf([released], new Date())).toMatchObject([
    {
      text: 'The reader of our email to Rosa Lindqvist said that it is not for them. Is the address right?',
      isTrouble: true,
    },
  ]);
});

test('an email that came back is reported with its reason, until its reader has confirmed it', () => {
  const returned = { ...code, doubt: 'address-unknown' } as const;
  const says = 'The address may not exist: their mail server returned our email.';
  const [, step] = statusSteps(vault({ codes: [returned] }));
  expect(step).toMatchObject({ text: 'Edda has not confirmed our email yet', isTrouble: true });
  expect(step?.facts).toEqual(['Sent Mar 1, 2026', says]);
  const [, confirmed] = statusSteps(vault({ codes: [{ ...returned, confirmedAt: '2026-03-02T10:00:00.000Z' }] }));
  expect(confirmed).toMatchObject({ isDone: true });
  expect(confirmed?.facts).not.toContain(says);
  const releasedAt = '2026-04-02T10:00:00.000Z';
  const invitation = { ...delivered, writtenAt: releasedAt, doubt: 'mailbox-full' } as const;
  expect(stepsOf({ status: 'released', releasedAt, invitation }).at(-1)).toEqual([
    true,
    'Released Apr 2, 2026',
    'Our email to Rosa Lindqvist: sent Apr 2, 2026',
    'Their mailbox may be full: their mail server returned our email.',
  ]);
});

const onNewYear = { scheduledReleaseDate: '2026-12-31T12:00:00.000Z' };

test.each<[Partial<VaultListItem>, string]>([
  [{ planState: 'trial', paidUntil: '2026-12-26T12:00:00.000Z' }, 'Free until Dec 26.'],
  [
    { planState: 'past-due', codes: [code, code] },
    'The last payment failed. Your executors can still release this vault.',
  ],
  [{ planState: 'ended', codes: [code] }, 'Your plan has ended. Your executor can still release this vault.'],
  [
    { planState: 'ended', codes: [], ...onNewYear },
    'Your plan has ended. This vault is still released on Dec 31, 2026.',
  ],
  [
    { planState: 'paused', codes: [code], ...onNewYear },
    'Your plan is paused. Your executor can still release this vault. Otherwise it is released on Dec 31, 2026.',
  ],
  [
    { planState: 'ended', codes: [] },
    'Your plan has ended. This vault has no executor and no release date, so nobody can release it.',
  ],
  [{ planState: 'paid' }, 'You paid once. We charge nothing more.'],
  [{ paymentStatus: 'unpaid' }, ''],
])('a plan’s meaning for its vault is one line (%o)', (changes, words) => {
  expect(planText(vault(changes))).toBe(words);
});
