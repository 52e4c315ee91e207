// What the review step promises before anything is sent: who we email, when, and what the owner pays.
import { planCatalogue } from '@remembrance/contract/plan-catalogue.ts';
import { expect, test } from 'vitest';
import { offeredPlan } from '../../../plans/offered-plan.ts';
import type { PlanStatus } from '../../../plans/own-places.ts';
import type { NewVault } from '../draft/vault-form.ts';
import { doubtsAbout, keepLabel, whatFollows } from './review-rules.ts';

const [, premium] = planCatalogue.map((plan) => offeredPlan({ ...plan, id: plan.name }));
const vault = {
  planType: 'premium_one_time',
  title: 'For Rosa',
  message: 'Dear Rosa',
  recipientName: 'Rosa',

  recipientSecondEmail: '',
  recipientEmail: 'rosa@example.com',
  executorName: 'Ben',
  executorEmail: 'ben@example.com',

  securityQuestion1: 'Where?',
  securityAnswer1: 'Lake Garda',
  securityQuestion2: '',
  securityAnswer2: '',
  scheduledReleaseDate: '',
} satisfies NewVault;
const status = (kind: PlanStatus['kind'], text = ''): PlanStatus => ({ kind, text });
const reviewed = (kind: PlanStatus['kind'], changes: Partial<NewVault> = {}, text?: string) => ({
  vault: { ...vault, ...changes },
  plan: premium,
  status: status(kind, text),
});

test('the button names who it emails, and otherwise what comes next', () => {
  expect(keepLabel(reviewed('free'))).toBe('Keep it and write to Ben');
  expect(keepLabel(reviewed('free', { executorName: '' }))).toBe('Keep it and write to ben@example.com');
  expect(keepLabel(reviewed('free', { executorName: '', executorEmail: '' }))).toBe('Keep it');
  expect(keepLabel(reviewed('trial'))).toBe('Keep it and continue to the free month');
  expect(keepLabel(reviewed('free-month'))).toBe('Keep it and start the free month');
  expect(keepLabel(reviewed('price'))).toBe('Keep it and pay $49.99');
  expect(keepLabel({ ...reviewed('price'), plan: undefined })).toBe('Keep it and continue to payment');
});

test('the review lists what follows in order: the money, the letter to the executor, the release, and the recipient last', () => {
  expect(whatFollows(reviewed('free'))).toEqual([
    'Your Premium plan includes it. There is nothing to pay.',
    'We write to Ben now, with the code that releases the vault.',
    'It stays closed until Ben releases it.',
    'We send nothing to Rosa before that.',
  ]);
  const [money, letter] = whatFollows(reviewed('price', {}, 'You pay once, at the checkout.'));
  expect(money).toBe('It stays a draft until it is paid for. You pay once, at the checkout.');
  expect(letter).toBe('After that, we write to Ben with the code that releases the vault.');
  expect(whatFollows(reviewed('trial', {}, 'The first month is free, then $2.99 a month.'))[0]).toBe(
    'It stays a draft until you add a card at the checkout. Nothing is charged today. The first month is free, then $2.99 a month.',
  );
  const [month, atOnce] = whatFollows(reviewed('free-month', {}, 'No card is needed.'));
  expect(month).toBe('Your free month begins. No card is needed.');
  expect(atOnce).toBe('We write to Ben now, with the code that releases the vault.');
  const byDate = whatFollows(
    reviewed('free', { executorEmail: '', executorName: '', scheduledReleaseDate: '2099-06-01T08:30:00Z' }),
  );
  expect(byDate).toHaveLength(3);
  expect(byDate[1]).toMatch(/^We release it on Monday, June 1, 2099 at /);
});

test('the review names what may be a mistake: an own address, one person in both roles, and a date far away', () => {
  const now = new Date('2026-11-28T12:00:00Z');
  const doubts = (changes: Partial<NewVault>) => doubtsAbout({ ...vault, ...changes }, 'ada@example.com', now);
  expect(doubts({})).toEqual({});
  expect(doubts({ recipientEmail: 'Ada@Example.com', executorEmail: 'ADA@example.com' })).toEqual({
    recipient: 'This is your own address. You would get the email yourself.',
    executor: 'This is your own address. Choose somebody who can release the vault when you cannot.',
  });
  expect(doubts({ executorEmail: 'rosa@example.com' })).toEqual({
    executor: 'This is also the recipient, who could open the vault as soon as the code arrives.',
  });
  const shared = { recipientSecondEmail: 'rosa@work.example.com', executorSecondEmail: 'ROSA@work.example.com' };
  expect(doubts(shared)).toEqual(doubts({ executorEmail: 'rosa@example.com' }));
  const follows = (changes: Partial<NewVault>) =>
    whatFollows({ vault: { ...vault, ...changes }, plan: undefined, status: undefined }).join(' ');
  expect(follows({})).toContain('We send nothing to Rosa before that.');
  expect(follows(shared)).not.toContain('We send nothing to Rosa');
  expect(doubts({ scheduledReleaseDate: '2076-06-01T08:30:00Z' })).toEqual({});
  expect(doubts({ scheduledReleaseDate: '2226-06-01T08:30:00Z' })).toEqual({ date: 'That is in 200 years.' });
  expect(doubtsAbout({ ...vault, executorEmail: '' }, '', now)).toEqual({});
});
