// How a vault's states are named, and which of them asks for its owner first.
import type { VaultListItem } from '@remembrance/contract/vaults.ts';
import { expect, test } from 'vitest';
import { letterToRosa } from '../../testing/samples.ts';
import { attentionOf, isActive, overviewRows, stateLines } from './vault-overview.ts';

const now = new Date('2026-12-15T10:00:00.000Z');
const writtenAt = '2026-03-01T10:00:00.000Z';
const code = { executor: 'Edda', writtenAt, letter: 'accepted', usedAt: null, confirmedAt: null } as const;
const vault = (changes: Partial<VaultListItem> = {}): VaultListItem => ({ ...letterToRosa, ...changes });
const lines = (changes: Partial<VaultListItem>) => stateLines(vault(changes)).map(({ text }) => text);

test.each<[string, Partial<VaultListItem>, string[]]>([
  ['paid once, its code looked at', { codes: [{ ...code, usedAt: '2026-03-02T10:00:00.000Z' }] }, []],
  ['paid once, its letter confirmed', { codes: [{ ...code, confirmedAt: '2026-03-02T10:00:00.000Z' }] }, []],
  ['on trial', { planState: 'trial', paidUntil: '2026-12-21T12:00:00.000Z' }, ['Trial until Dec 21']],
  ['on a plan that ended', { paymentStatus: 'lapsed', planState: 'ended' }, ['Plan ended']],
  ['on a paused plan', { paymentStatus: 'lapsed', planState: 'paused' }, ['Plan paused']],
  ['on an unpaid plan', { planState: 'past-due' }, ['The last payment failed']],
  ['with a date', { scheduledReleaseDate: '2026-12-31T12:00:00.000Z' }, ['Opens Dec 31, 2026']],
  ['with an unused code', { codes: [code] }, ['Edda has not looked at the code yet']],
  [
    'with a letter given up',
    { codes: [{ ...code, letter: 'undelivered' }] },
    ['Our letter to Edda could not be delivered'],
  ],
  [
    'released, with closed questions',
    { status: 'released', codes: [code], questionsLocked: true, scheduledReleaseDate: '2026-12-31T12:00:00.000Z' },
    ['The questions are closed'],
  ],
])('STATE-6: a vault %s says so, and nothing else', (_, changes, expected) => {
  expect(lines(changes)).toEqual(expected);
});

test('STATE-7: a draft is not active, and a vault whose plan ended is', () => {
  expect(isActive(vault({ paymentStatus: 'unpaid', planState: null }))).toBe(false);
  expect(isActive(vault({ paymentStatus: 'lapsed', planState: 'ended' }))).toBe(true);
  expect(isActive(vault({ status: 'released' }))).toBe(false);
});

test('STATE-8: what keeps words from arriving comes first, then what costs, and a sound vault asks for nothing', () => {
  const vaults = [
    vault({ id: 'trial', planState: 'trial', paidUntil: '2026-12-21T12:00:00.000Z' }),
    vault({ id: 'later', planState: 'trial', paidUntil: '2027-01-21T12:00:00.000Z' }),
    vault({ id: 'ended', planState: 'ended', paymentStatus: 'lapsed' }),
    vault({ id: 'sound', codes: [code] }),
    vault({ id: 'draft', paymentStatus: 'unpaid', planState: null }),
    vault({ id: 'declined', planState: 'past-due' }),
    vault({ id: 'letter', codes: [{ ...code, letter: 'undelivered' }] }),
    vault({ id: 'closed', status: 'released', questionsLocked: true }),
  ];
  const items = attentionOf(vaults, now);
  expect(items.map(({ vault: { id }, action }) => [id, action.to])).toEqual([
    ['closed', '/vault/closed'],
    ['letter', '/vault/letter'],
    ['declined', '/account/billing'],
    ['draft', '/checkout/draft'],
    ['ended', '/account/billing'],
    ['trial', '/account/billing'],
  ]);
  expect(items.filter(({ isTrouble }) => isTrouble)).toHaveLength(3);
});

test('STATE-9: the status of a vault says what is known, and leaves out what is not', () => {
  expect(overviewRows(vault({ codes: [code, { ...code, executor: 'Ben', writtenAt: null, letter: null }] }))).toEqual([
    { name: 'Plan', facts: ['Paid once. Nothing more is charged.'] },
    {
      name: 'The code of Edda',
      facts: ['Sent on Mar 1, 2026', 'Letter accepted by their mail server', 'Not looked at yet'],
    },
    { name: 'The code of Ben', facts: ['Not looked at yet'] },
  ]);
  const confirmed = {
    ...code,
    letter: null,
    confirmedAt: '2026-03-02T10:00:00.000Z',
    usedAt: '2026-03-03T10:00:00.000Z',
  };
  expect(overviewRows(vault({ planState: null, codes: [confirmed] }))[0]?.facts).toEqual([
    'Sent on Mar 1, 2026',
    'They said on Mar 2, 2026 that they have it',
    'Looked at on Mar 3, 2026',
  ]);
  const invitation = { writtenAt: '2026-04-02T10:00:00.000Z', letter: 'undelivered' } as const;
  expect(overviewRows(vault({ status: 'released', planState: null, invitation }))).toEqual([
    { name: 'The letter to Rosa Lindqvist', facts: ['Sent on Apr 2, 2026', 'Letter could not be delivered'] },
  ]);
});
