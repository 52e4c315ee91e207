// The developer's tools change one plan or payment and no other, and two processes charge once.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestSandbox, type TestSandbox } from '../testing/open-test-sandbox.ts';
import { openTestPlans, type TestPlans } from '../testing/plans.ts';
import { openCardPage } from './card-page.ts';

let opened: TestSandbox;
let plans: TestPlans;
beforeEach(async () => {
  opened = await openTestSandbox();
  plans = await openTestPlans(opened);
});
afterEach(() => opened.close());

test('time passes for only one plan, and its months are charged immediately', { tags: 'long' }, async () => {
  const [aged, other] = [await plans.paid(), await plans.paid()];
  await opened.sandbox.tools.passDays(aged, 62);
  expect(await plans.charged()).toEqual([299, 299, 299, 299]);
  expect(await plans.period(other)).toEqual(['2027-03-04', '2027-04-04']);
  expect((await plans.read(aged)).status).toBe('active');
  await opened.sandbox.tools.passDays('sub_none', 62);
  expect(await plans.charged()).toHaveLength(4);
});

test('a card that now declines leaves the next month unpaid, and other plans pay theirs', {
  tags: 'long',
}, async () => {
  const [failing, other] = [await plans.paid(), await plans.paid()];
  const { tools } = opened.sandbox;
  await tools.setDeclining(failing, true);
  for (const id of [failing, other]) await tools.passDays(id, 31);
  expect([(await plans.read(failing)).status, (await plans.read(other)).status]).toEqual(['past_due', 'active']);
  expect(await plans.charged()).toEqual([299, 299, 299]);
});

test('a tool changes nothing if its object does not exist', { tags: 'long' }, async () => {
  const trial = await plans.trial(null);
  const cancelled = await plans.paid();
  await opened.stripe.subscriptions.cancel(cancelled);
  const { tools } = opened.sandbox;
  const before = await tools.show();
  await tools.setDeclining(trial, true); // it has no card
  await tools.pause(cancelled);
  await tools.passDays(cancelled, 31);
  for (const id of [trial, cancelled, 'sub_none']) await tools.resume(id);
  for (const id of ['pi_none', trial]) await tools.refund(id);
  expect((await tools.show()).subscriptions).toEqual(before.subscriptions);
  expect((await tools.show()).payments).toEqual(before.payments);
});

test('the page shows the newest plan first with its card and invoice, and the twenty newest events', {
  tags: 'long',
}, async () => {
  const first = await plans.paid();
  opened.passSeconds(1);
  const second = await plans.trial();
  const { subscriptions, events, dropsEvents } = await opened.sandbox.tools.show();
  expect(subscriptions.map(({ subscription }) => subscription.id)).toEqual([second, first]);
  expect(subscriptions.map(({ card, invoice }) => [card?.card?.last4, invoice?.status])).toEqual([
    ['4242', undefined],
    ['4242', 'paid'],
  ]);
  expect(dropsEvents).toBe(false);
  expect(events.length).toBeGreaterThan(4);
  for (let payment = 0; payment < 21; payment++) await opened.beginPayment();
  expect((await opened.sandbox.tools.show()).events).toHaveLength(20);
});

test('two processes that confirm one payment concurrently charge it once', { tags: 'long' }, async () => {
  const { clientSecret } = await opened.beginPayment();
  const other = opened.open();
  const pages = [opened.sandbox, other].map((sandbox) => openCardPage(sandbox));
  const tried = await Promise.all(Array.from({ length: 10 }, (_, time) => pages[time % 2]?.confirm(clientSecret)));
  await other.stop();
  expect(tried.filter((answer) => answer?.intent?.status === 'succeeded')).toHaveLength(1);
  expect(await opened.objects('charge')).toHaveLength(1);
});
