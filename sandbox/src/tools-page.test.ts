// What the sandbox's page shows in each state, and which buttons it offers.
import { expect, test } from 'vitest';
import type { ShownSandbox } from './show-objects.ts';
import { toolsPage } from './tools-page.ts';

const nothing: ShownSandbox = { subscriptions: [], payments: [], events: [], dropsEvents: false };
const shown = (part: object) => toolsPage({ ...nothing, ...part } as ShownSandbox).body.markup;
/** The labels of the page's buttons. */
const buttons = (markup: string) =>
  Array.from(markup.matchAll(/<button aria-label="([^"]*)"/g), ([, label = '']) => label);

const subscription = (change: object = {}) => ({
  id: 'sub_1',
  status: 'active',
  cancel_at_period_end: false,
  items: { data: [{ price: { unit_amount: 299 }, current_period_end: Date.UTC(2027, 3, 4) / 1000 }] },
  ...change,
});
const card = (behaviour: string) => ({ card: { last4: '4242' }, behaviour });
const plan = (change: object = {}, more: object = {}) =>
  shown({ subscriptions: [{ subscription: subscription(change), card: null, invoice: null, ...more }] });
const payment = (charge: object | null, dispute: object | null = null, status = 'succeeded') =>
  shown({ payments: [{ payment: { id: 'pi_1', status, amount: 2999 }, charge, dispute }] });

test('an empty sandbox says so in each part, and offers only the actions for events', () => {
  const markup = shown({});
  expect(markup.match(/None yet\./g)).toHaveLength(3);
  expect(buttons(markup)).toEqual([
    'Drop the next events: all',
    'Deliver them again: newest events',
    'Deliver them again, newest first: newest events',
  ]);
});

test('a plan shows its price, its end, its card and its newest invoice', () => {
  const markup = plan({}, { card: card('pays'), invoice: { id: 'in_1', status: 'open', amount_due: 299 } });
  expect(markup).toContain('active, $2.99 a month, until 2027-04-04T00:00:00.000Z');
  expect(markup).toContain('Card ending in 4242: charges succeed');
  expect(markup).toContain('Newest invoice in_1: open, $2.99');
  expect(plan({ cancel_at_period_end: true })).toContain(', then cancelled');
  expect(plan()).toContain('<p>No card</p>');
});

test.each(['declines', 'declines-charges', 'lacks-funds'])('a card that %s is shown as declined', (behaviour) => {
  expect(plan({}, { card: card(behaviour) })).toContain('Card ending in 4242: charges are declined');
});

test('a plan has the buttons for its state, each named after it', () => {
  const [day, month] = ['Pass a day: sub_1', 'Pass 28 days: sub_1'];
  expect(buttons(plan()).slice(0, 3)).toEqual([day, month, 'Pause it: sub_1']);
  expect(buttons(plan({ status: 'paused' })).slice(0, 3)).toEqual([day, month, 'Resume it: sub_1']);
  expect(buttons(plan({}, { card: card('pays') })).slice(2, 5)).toEqual([
    'Decline its card from now on: sub_1',
    'Accept its card again: sub_1',
    'Pause it: sub_1',
  ]);
  for (const status of ['canceled', 'incomplete_expired'])
    expect(buttons(plan({ status })).filter((label) => label.includes('sub_1'))).toEqual([]);
});

test('a payment has the buttons for its state: refunded and lost money cannot be moved again', () => {
  const actions = (markup: string) =>
    buttons(markup).flatMap((label) => (label.endsWith(': pi_1') ? [label.slice(0, -6)] : []));
  const charge = { refunded: false };
  expect(actions(payment(null, null, 'requires_payment_method'))).toEqual([]);
  expect(actions(payment(charge))).toEqual(['Refund it', 'Dispute it']);
  expect(actions(payment({ refunded: true }))).toEqual([]);
  expect(actions(payment(charge, { status: 'needs_response' }))).toEqual(['Win the dispute', 'Lose the dispute']);
  expect(actions(payment(charge, { status: 'won' }))).toEqual(['Refund it']);
  expect(actions(payment(charge, { status: 'lost' }))).toEqual([]);
  expect(payment({ refunded: true })).toContain('succeeded, $29.99, refunded');
  expect(payment(charge, { status: 'lost' })).toContain('succeeded, $29.99, dispute lost');
});

test('an event is delivered, waiting or dropped, and the page shows whether events are dropped now', () => {
  const event = (pending_webhooks: number, dropped: boolean) => ({ type: 'invoice.paid', pending_webhooks, dropped });
  const markup = shown({ events: [event(0, false), event(1, false), event(1, true)], dropsEvents: true });
  expect(markup.match(/<li>.*?<\/li>/g)).toEqual(
    ['delivered', 'waiting', 'dropped'].map((state) => `<li>invoice.paid: ${state}</li>`),
  );
  expect(markup).toContain('Events are dropped');
  expect(buttons(markup)[0]).toBe('Deliver the next events: all');
});

test('no stored value is parsed as markup, and the page has no script', () => {
  const evil = `"><script>alert(1)</script>`;
  const markup = [
    plan(
      { id: evil, status: evil },
      { card: { card: { last4: evil }, behaviour: 'pays' }, invoice: { id: evil, status: evil, amount_due: 1 } },
    ),
    shown({ events: [{ type: evil, pending_webhooks: 0, dropped: false }] }),
  ].join('');
  expect(markup).not.toContain('<script');
  expect(markup).toContain('&quot;&gt;&lt;script&gt;');
});
