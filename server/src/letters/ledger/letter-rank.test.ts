// Every kind of letter has a decided place in the queue.
import { letterKinds } from '@remembrance/contract/letters.ts';
import { expect, test } from 'vitest';
import { codeLetter } from '../../../testing/letter-harness.ts';
import type { QueuedContent } from '../templates/queued-content.ts';
import { rankOf, ranks, urgencies } from './letter-rank.ts';

// A new kind fails here until somebody decides whether a person waits for it.
const later = [
  'executor-date',
  'recipient-reminder',
  'executor-unopened',
  'owner-unopened',
  'release-reminder',
  'check-in',
  'executor-check-in',
  'yearly-review',
  'executor-yearly',
  'recipient-unreached',
  'executor-unreached',
  'draft-ending',
  'payment-receipt',
  'trial-started',
  'trial-ending',
  'card-expiring',
  'payment-failed',
  'plan-paused',
  'plan-ended',
  'payment-returned',
  'payment-disputed',
];
const byCause = ['vault-released', 'recipient-invitation'];
const awaitedCount = 43;

test('every kind of letter is awaited, except those of dates, plans and reminders', () => {
  expect(Object.keys(urgencies).toSorted()).toEqual(letterKinds.toSorted());
  expect(letterKinds.filter((kind) => urgencies[kind] === 'later')).toEqual(later);
  expect(letterKinds.filter((kind) => urgencies[kind] === 'by-cause')).toEqual(byCause);
  expect(letterKinds.filter((kind) => urgencies[kind] === 'awaited')).toHaveLength(awaitedCount);
});

const released = (releasedBy: string | null): QueuedContent => ({
  kind: 'recipient-invitation',
  facts: { recipientName: 'Rosa', ownerName: 'Ona', link: 'https://keep.example', validUntil: '2027', releasedBy },
});

test("the letters of an executor's release go before those of a date, even if the executor has no name", () => {
  expect(rankOf(codeLetter)).toBe(ranks.awaited);
  expect(rankOf(released('Edda'))).toBe(ranks.awaited);
  expect(rankOf(released(''))).toBe(ranks.awaited);
  expect(rankOf(released(null))).toBe(ranks.later);
  expect(ranks.awaited).toBeLessThan(ranks.later);
});
