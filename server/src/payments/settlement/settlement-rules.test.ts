// The outcome of a purchase: a table of its state at Stripe and in our row, and each reason for a refund.
import { expect, test } from 'vitest';
import type { PurchaseState } from '../gateway/payment-gateway.ts';
import {
  decideSettlement,
  type Facts,
  isPriceOf,
  kindOf,
  type RefundReason,
  refundSentence,
  vaultStatusAfter,
} from './settlement-rules.ts';

const vault = { planType: 'basic_subscription', paymentStatus: 'unpaid' };
const place = { purchaseId: 'other', paymentStatus: 'paid' } as const;
const ended = { id: 'ended', isEnded: true, vaults: 2, hasRoom: true, freePlace: null };

type Changes = { [Part in keyof Facts<typeof vault>]?: Facts<typeof vault>[Part] | object };

function factsWith(changes: Changes): Facts<typeof vault> {
  const facts = {
    purchase: { kind: 'monthly', amountCents: 299, currency: 'usd', state: 'paid' },
    row: { status: 'open', replacesId: null },
    plan: { name: 'basic_subscription', planType: 'subscription', price: '2.99' },
    vault,
    trialUsed: false,
    places: { used: 0, isFull: false, freePlace: null },
    renewal: null,
  };
  const merged = Object.entries(facts).map(([part, value]) => {
    if (!(part in changes)) return [part, value];
    const change = changes[part as keyof Changes];
    return [part, change && typeof value === 'object' ? { ...value, ...(change as object) } : change];
  });
  return Object.fromEntries(merged);
}
const decide = (changes: Changes) => decideSettlement(factsWith(changes));
const states: PurchaseState[] = ['trial', 'paid', 'past-due', 'paused', 'ended'];

test('the outcome follows from the state at Stripe and the status of our row, in every combination', () => {
  const activates = ['activate', 'activate', 'activate', 'activate', 'expire'];
  const renews = ['refund', 'renew', 'renew', 'renew', 'expire'];
  const row = (status: string) => states.map((state) => decide({ row: { status }, purchase: { state } }).act);
  const rowOnce = (status: string) =>
    states.map((state) => decide({ row: { status }, purchase: { state, kind: 'once' } }).act);
  const renewal = states.map(
    (state) => decide({ row: { replacesId: 'ended' }, renewal: ended, purchase: { state } }).act,
  );
  expect(row('open')).toEqual(activates);
  expect(renewal).toEqual(renews);
  for (const status of ['trial', 'paid', 'past-due', 'paused', 'ended', 'replaced']) {
    expect(row(status)).toEqual(states.map(() => 'update'));
    expect(rowOnce(status)).toEqual(states.map((state) => (state === 'ended' ? 'update' : 'unchanged')));
  }
  for (const status of ['refunding', 'refunded']) {
    const outcome = { act: 'refunded', isPending: status === 'refunding' };
    for (const state of states) expect(decide({ row: { status }, purchase: { state } })).toEqual(outcome);
  }
});

test('a payment that activates nothing is refunded with its reason', () => {
  const reasons: [Changes, string][] = [
    [{ vault: null }, 'vault-gone'],
    [{ vault: { paymentStatus: 'paid' } }, 'vault-active'],
    [{ vault: { planType: 'premium_subscription' } }, 'price-differs'],
    [{ purchase: { amountCents: 298 } }, 'price-differs'],
    [{ purchase: { currency: 'eur' } }, 'price-differs'],
    [{ purchase: { kind: 'once' } }, 'price-differs'],
    [{ purchase: { state: 'trial' }, trialUsed: true }, 'trial-used'],
    [{ places: { isFull: true } }, 'no-place'],
  ];
  for (const [changes, reason] of reasons) expect(decide(changes)).toEqual({ act: 'refund', reason });
  expect(decide({ trialUsed: true })).toMatchObject({ act: 'activate' });
});

test('a free place that is already paid for is used, and the second payment is refunded', () => {
  expect(decide({ places: { freePlace: place } })).toEqual({ act: 'activate-on-free-place', place });
  const renewal = { ...ended, freePlace: place };
  expect(decide({ row: { replacesId: 'ended' }, renewal })).toEqual({
    act: 'renew-on-free-place',
    ended: renewal,
    place,
  });
});

test('an overdue month does not change a vault; it lapses when its plan ends or pauses, and is paid after a payment', () => {
  expect(states.map(vaultStatusAfter)).toEqual([null, 'paid', null, 'lapsed', 'lapsed']);
});

test('each refund has its own message: what happened, where the money goes, and what to do next', () => {
  const sentences: [RefundReason, string][] = [
    ['vault-gone', 'This vault no longer exists. Your payment is refunded.'],
    ['price-differs', 'The price of this plan has changed. Your payment is refunded; please pay for the vault again.'],
    ['trial-used', 'You have already used your free month. Nothing was charged. Please start the plan again.'],
    ['renewed-before', 'This plan has already been restarted. This payment is refunded.'],
    [
      'no-place',
      'Basic holds 1 vault, and you have used it. Premium has room for another vault. Your payment is refunded.',
    ],
    ['vault-active', 'This payment was not needed and is refunded.'],
    ['place-was-free', 'This payment was not needed and is refunded.'],
    ['earlier', 'This payment was not needed and is refunded.'],
  ];
  for (const [reason, sentence] of sentences) expect(refundSentence(reason, 'basic_one_time')).toBe(sentence);
});

test('a purchase that is open or on trial does not change the status of its vault', () => {
  expect([vaultStatusAfter('open'), vaultStatusAfter('trial')]).toEqual([null, null]);
});

test('the first reason that applies is reported: gone before active, then the price, the room and the trial', () => {
  const everything = {
    purchase: { state: 'trial', amountCents: 1 },
    trialUsed: true,
    places: { isFull: true, freePlace: place },
  };
  const reasonOf = (changes: Changes) => decide({ ...everything, ...changes });
  const priced = { purchase: { state: 'trial' } };
  expect(reasonOf({ vault: null })).toEqual({ act: 'refund', reason: 'vault-gone' });
  expect(reasonOf({ vault: { paymentStatus: 'lapsed' } })).toEqual({ act: 'refund', reason: 'vault-active' });
  expect(reasonOf({})).toEqual({ act: 'refund', reason: 'price-differs' });
  expect(reasonOf(priced)).toEqual({ act: 'refund', reason: 'no-place' });
  const free = { isFull: false, freePlace: place };
  expect(reasonOf({ ...priced, places: free })).toEqual({ act: 'activate-on-free-place', place });
  const room = { isFull: false, freePlace: null };
  expect(reasonOf({ ...priced, places: room })).toEqual({ act: 'refund', reason: 'trial-used' });
});

test('the first reason that applies to a renewal is reported: a free month, then ended, vaults, price and room', () => {
  const all = { ...ended, isEnded: false, vaults: 0, hasRoom: false, freePlace: place };
  const reasonOf = (renewal: object, purchase: object = { amountCents: 1 }) =>
    decide({ row: { replacesId: 'ended' }, renewal: { ...all, ...renewal }, purchase });
  expect(decide({ row: { replacesId: 'ended' } })).toEqual({ act: 'refund', reason: 'vault-gone' });
  expect(reasonOf({}, { state: 'trial' })).toEqual({ act: 'refund', reason: 'trial-used' });
  expect(reasonOf({})).toEqual({ act: 'refund', reason: 'renewed-before' });
  expect(reasonOf({ isEnded: true })).toEqual({ act: 'refund', reason: 'vault-gone' });
  expect(reasonOf({ isEnded: true, vaults: 1 })).toEqual({ act: 'refund', reason: 'price-differs' });
  expect(reasonOf({ isEnded: true, vaults: 1 }, {})).toEqual({ act: 'refund', reason: 'no-place' });
});

test('a trial activates the given vault only while the free month is unused', () => {
  expect(decide({ purchase: { state: 'trial' } })).toEqual({ act: 'activate', vault });
  expect(decide({ purchase: { state: 'paid' }, trialUsed: true })).toEqual({ act: 'activate', vault });
});

const once = { planType: 'one_time', price: '29.99' };
const monthly = { planType: 'subscription', price: '2.99' };

test("a purchase matches its plan's price only with the same kind, currency and cents", () => {
  expect([kindOf(once), kindOf(monthly)]).toEqual(['once', 'monthly']);
  const paid = { kind: 'once', amountCents: 2999, currency: 'usd' } as const;
  expect(isPriceOf(paid, once)).toBe(true);
  expect(isPriceOf({ ...paid, amountCents: 2998 }, once)).toBe(false);
  expect(isPriceOf({ ...paid, currency: 'eur' }, once)).toBe(false);
  expect(isPriceOf({ ...paid, kind: 'monthly' }, once)).toBe(false);
  expect(isPriceOf({ ...paid, kind: 'monthly', amountCents: 299 }, monthly)).toBe(true);
});
