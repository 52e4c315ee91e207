// A payment's printable page, for each state of the payment and of the page.
import { type BilledPayment, getBilling } from '@remembrance/contract/billing.ts';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { hrefOf, pageText } from '../../../testing/on-screen.ts';
import { fakeService, heading, openScreen, shows } from '../../../testing/open-screen.tsx';
import { ada } from '../../../testing/samples.ts';

const payment: BilledPayment = {
  id: 'in_1',
  at: '2026-03-04T12:00:00.000Z',
  description: 'Basic Plus, monthly',

  amount: '2.99',
  credit: '0.00',
  refunded: '0.00',
  state: 'paid',
  billedTo: { name: 'Ada of Then', email: 'then@example.com' },
};

function openReceipt(changes: Partial<BilledPayment> = {}, address = payment.id) {
  fakeService().reply(getBilling, { plans: [], payments: [{ ...payment, ...changes }] });
  return openScreen(`/account/billing/${address}`, { signedIn: ada });
}
/** The receipt's facts: each name with its value. */
const facts = () =>
  Object.fromEntries(
    screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );

test('a receipt shows payer, payee, purpose, amount and date', async () => {
  openReceipt();
  await shows('(USD)');
  await heading('Receipt');
  expect(facts()).toMatchObject({
    Number: 'in_1',
    'Paid by': 'Ada of Then, then@example.com',
    'Paid to': 'Remembrance, support@example.org',
    For: 'Basic Plus, monthly',
    Amount: '$2.99 (USD)',
    State: 'Paid',
  });
  expect(facts().Date).toMatch(/^Wednesday, March 4, 2026 at /);
});

test('an unpaid payment is an invoice that names the debtor, and a refunded one says so', async () => {
  openReceipt({ state: 'open' });
  await heading('Invoice');
  expect(facts()).toMatchObject({ 'Billed to': 'Ada of Then, then@example.com', State: 'Not yet paid' });
  expect(facts()).not.toHaveProperty('Paid by');
});

test('a refunded payment keeps its receipt, which shows the refund and what credit covered', async () => {
  openReceipt({ state: 'refunded', refunded: '2.99', credit: '1.00' });
  await shows('From your credit');
  await heading('Receipt');
  expect(facts()).toMatchObject({ State: 'Refunded', Refunded: '$2.99 (USD)', 'From your credit': '$1.00 (USD)' });
});

test('a button prints the receipt, and a link next to it leads back', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const { user } = openReceipt();
  await user.click(await screen.findByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
  expect(hrefOf('Back to billing')).toBe('/account/billing');
});

test('somebody else’s payment is not found, and the page does not hint that it exists', async () => {
  openReceipt({}, 'in_of_somebody_else');
  await shows('We could not find this payment');
  expect(hrefOf('Back to billing')).toBe('/account/billing');
  expect(pageText()).not.toContain('Basic Plus');
});

test('a receipt that cannot be loaded says why, and loading can be retried', async () => {
  const service = fakeService();
  service.disconnect(getBilling);
  const { user } = openScreen('/account/billing/in_1', { signedIn: ada });
  await shows('The receipt could not be shownThe service could not be reached.');
  service.reply(getBilling, { plans: [], payments: [payment] });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await shows('$2.99 (USD)');
});
