// Disputes: the bank takes a payment back, and the dispute ends won or lost. Also the list calls that find a dispute and its
// subscription.
import type Stripe from 'stripe';
import { type CallNeeds, call, invalid, ok, type SandboxCall } from './answer.ts';
import type { Dispute } from './charge-objects.ts';
import { newSandboxId, seconds } from './new-objects.ts';
import { expandsOf } from './params.ts';
import { maxPage } from './store.ts';

type Run = SandboxCall['run'];

/** Opens a dispute about a charged payment. Does nothing if it was refunded or already disputed. */
export async function openDispute({ store, now, emit }: CallNeeds, paymentIntentId: string): Promise<void> {
  const charge = await store.find('charge', { payment_intent: paymentIntentId });
  if (!charge || charge.disputed || charge.refunded) return;
  const { id, amount, currency } = charge;
  const dispute = {
    id: newSandboxId('du'),
    object: 'dispute',
    amount,
    charge: id,
    created: seconds(now),
    currency,
    livemode: false,
    payment_intent: paymentIntentId,
    reason: 'general',
    status: 'needs_response',
  } as const;
  await store.put(dispute);
  await store.put({ ...charge, disputed: true });
  await emit('charge.dispute.created', dispute);
}

/** Does nothing if no dispute is open. */
export async function closeDispute(
  { store, emit }: CallNeeds,
  paymentIntentId: string,
  status: 'won' | 'lost',
): Promise<void> {
  const open = await store.find('dispute', { payment_intent: paymentIntentId, status: 'needs_response' });
  if (!open) return;
  const closed: Dispute = { ...open, status };
  await store.put(closed);
  await emit('charge.dispute.closed', closed);
}

const listDisputes: Run = async ({ store }, params) => {
  const disputes = await store.list('dispute', { payment_intent: params.get('payment_intent') });
  const withPayment = expandsOf(params).includes('data.payment_intent');
  const data = await Promise.all(
    disputes.map(async (dispute) => {
      const { payment_intent: id } = dispute;
      return { ...dispute, payment_intent: withPayment ? await store.get('payment_intent', id) : id };
    }),
  );
  return ok({ object: 'list', data, has_more: false, url: '/v1/disputes' });
};

const listInvoicePayments: Run = async ({ store }, params) => {
  const payment = { type: 'payment_intent', payment_intent: params.get('payment[payment_intent]') };
  const invoice = await store.find('invoice', { payments: { data: [{ payment }] } });
  const id = `inpay_${invoice?.id}`;
  const whole = expandsOf(params).includes('data.invoice');
  const data = invoice ? [{ id, object: 'invoice_payment', invoice: whole ? invoice : invoice.id, payment }] : [];
  return ok({ object: 'list', data, has_more: false, url: '/v1/invoice_payments' });
};

const listEvents: Run = async ({ store }, params) => {
  if (params.get('delivery_success') !== 'false') return invalid({ message: 'Only undelivered events can be listed.' });
  const types = [...params].filter(([name]) => name.startsWith('types[')).map(([, type]) => type);
  const data = await store.listUndelivered(types, params.get('starting_after'));
  return ok({ object: 'list', data, has_more: data.length === maxPage, url: '/v1/events' });
};

export const disputeCalls: Record<string, SandboxCall> = {
  'GET disputes': call<Stripe.DisputeListParams>(listDisputes, ['expand', 'limit', 'payment_intent']),
  'GET invoice_payments': call<Stripe.InvoicePaymentListParams>(listInvoicePayments, ['expand', 'limit', 'payment']),
  'GET events': call<Stripe.EventListParams>(listEvents, ['delivery_success', 'limit', 'starting_after', 'types']),
};
