// What must hold for an owner of a fault run, whichever events were lost: our rows, vaults and letters match the sandbox's
// objects, which this file reads without the product's own code, and each amount was charged once.
import type { SandboxObjects } from '@remembrance/sandbox/objects.ts';
import { type SandboxStore, sandboxStore } from '@remembrance/sandbox/store.ts';
import { payments } from '@remembrance/server/platform/database/schema.ts';
import type { PaymentHarness } from '@remembrance/server/testing/payment-harness.ts';
import { eq } from 'drizzle-orm';
import type { SimulatedOwner } from './simulated-owner.ts';

/** @returns one sentence for each violation. */
export async function checkOwner(harness: PaymentHarness, owner: SimulatedOwner): Promise<string[]> {
  const state = await readSandbox(sandboxStore(harness.database, harness.clock.now()), owner);
  return [
    ...(await checkOnce(harness, owner, state)),
    ...(await checkMonthly(harness, owner, state)),
    ...checkCharges(owner, state),
    ...(await checkRecords(harness, owner, state)),
    ...(await checkLetters(harness, owner, state)),
  ];
}

interface SandboxState {
  subscription: SandboxObjects['subscription'];
  invoices: SandboxObjects['invoice'][];
  payments: SandboxObjects['payment_intent'][];
  charges: SandboxObjects['charge'][];
  lost: SandboxObjects['dispute'][];
  methods: SandboxObjects['payment_method'][];
}

async function readSandbox(store: SandboxStore, { monthly }: SimulatedOwner): Promise<SandboxState> {
  const subscription = await store.get('subscription', monthly.stripeSubscriptionId);
  if (!subscription) throw new Error('the sandbox has lost a subscription');
  const payments = await store.list('payment_intent', {}); // every object belongs to this owner
  const of = async <Kind extends 'charge' | 'dispute'>(kind: Kind, part: object) =>
    (await Promise.all(payments.map(({ id }) => store.list(kind, { payment_intent: id, ...part })))).flat();
  return {
    subscription,
    payments,
    invoices: await store.list('invoice', {}),
    methods: await store.list('payment_method', {}),
    charges: await of('charge', {}),
    lost: await of('dispute', { status: 'lost' }),
  };
}

async function checkOnce(
  harness: PaymentHarness,
  { once, ownerId }: SimulatedOwner,
  state: SandboxState,
): Promise<string[]> {
  const made = state.payments.filter(
    ({ metadata, status }) => metadata.vaultId === once.vaultId && status === 'succeeded',
  );
  const paid = made.filter(({ id }) => {
    const isRefunded = state.charges.some((charge) => charge.payment_intent === id && charge.refunded);
    return !isRefunded && !state.lost.some((dispute) => dispute.payment_intent === id);
  });
  const expected = paid.length > 0 ? 'paid' : made.length > 0 ? 'lapsed' : 'unpaid';
  const rows = { paid: 'paid', lapsed: 'ended', unpaid: 'open' };
  return [
    ...(paid.length > 1 ? [`a vault is paid ${paid.length} times`] : []),
    ...(await checkStatuses(harness, { ownerId, ...once, stripeId: once.intentId }, [expected], rows[expected])),
  ];
}

async function checkMonthly(
  harness: PaymentHarness,
  { monthly, ownerId }: SimulatedOwner,
  state: SandboxState,
): Promise<string[]> {
  const { subscription } = state;
  const { status, metadata, pending_setup_intent: awaitsCard } = subscription;
  const isStarted = metadata.beginning === 'trial-without-card' || awaitsCard === null;
  const purchaseStatuses: Record<string, [string[], string]> = {
    trialing: isStarted ? [['trial'], 'trial'] : [['unpaid'], 'open'],
    active: [['paid'], 'paid'],
    past_due: [['trial', 'paid'], 'past-due'],
    paused: [['lapsed'], 'paused'],
    canceled: [['lapsed'], 'ended'],
  };
  const [vault, row] = purchaseStatuses[status] ?? [[], ''];
  const wrong = await checkStatuses(harness, { ownerId, ...monthly, stripeId: subscription.id }, vault, row);
  const isLost = state.lost.some(({ payment_intent: id }) => isOfInvoice(state, id));
  if (isLost && status !== 'canceled') wrong.push('a subscription continues after a dispute about a month was lost');
  const plan = (await harness.vault(monthly.vaultId))?.planType;
  const expected = subscription.items.data[0]?.price.lookup_key?.split('/')[0];
  if (plan !== expected) wrong.push(`a vault is on ${plan} and should be on ${expected}`);
  return wrong;
}

interface CheckedPurchase {
  ownerId: string;
  vaultId: string;
  stripeId: string;
}

async function checkStatuses(
  harness: PaymentHarness,
  purchase: CheckedPurchase,
  vaults: string[],
  row: string,
): Promise<string[]> {
  const { ownerId, vaultId, stripeId } = purchase;
  const now = (await harness.vault(vaultId))?.paymentStatus ?? 'gone';
  const rows = (await harness.purchases(ownerId)).filter(
    (one) => (one.stripeSubscriptionId ?? one.stripePaymentIntentId) === stripeId,
  );
  const statuses = rows.map(({ status }) => status).join(', ');
  return [
    ...(vaults.includes(now) ? [] : [`a vault is ${now} and should be ${vaults.join(' or ')}`]),
    ...(statuses === row ? [] : [`a purchase is ${statuses} and should be ${row}`]),
  ];
}

const isOfInvoice = ({ invoices, subscription }: SandboxState, intentId: string): boolean =>
  invoices
    .filter(({ parent }) => parent.subscription_details.subscription === subscription.id)
    .some(({ payments }) => payments.data.some(({ payment }) => payment.payment_intent === intentId));

function checkCharges(
  { cents, once, earlier }: SimulatedOwner,
  { invoices, charges, methods }: SandboxState,
): string[] {
  const wrong = methods.filter(({ type }) => type !== 'card').map(({ type }) => `${type} pays, which is not a card`);
  for (const { id, status, amount_due: due, payments } of invoices) {
    const intentId = payments.data[0]?.payment.payment_intent;
    const charged = charges.filter((charge) => charge.payment_intent === intentId).map(({ amount }) => amount);
    const expected = status === 'paid' && due > 0 ? [due] : [];
    if (charged.join() !== expected.join()) wrong.push(`the invoice ${id} over ${due} was charged ${charged.join()}`);
  }
  const known = new Set(invoices.map(({ payments }) => payments.data[0]?.payment.payment_intent));
  const other = charges.filter(({ payment_intent: id }) => ![once.intentId, ...earlier].includes(id) && !known.has(id));
  if (other.length > 0) wrong.push(`${other.length} charges belong to no purchase`);
  const netCents = charges.reduce((sum, { amount, amount_refunded: back }) => sum + amount - back, 0);
  if (netCents !== cents) wrong.push(`${netCents} cents were charged instead of ${cents}`);
  return wrong;
}

// The billing page lists each charge with its outcome, however late its events arrived.
async function checkRecords(
  { database }: PaymentHarness,
  { ownerId }: SimulatedOwner,
  state: SandboxState,
): Promise<string[]> {
  const rows = await database.select().from(payments).where(eq(payments.userId, ownerId));
  const recorded = rows.filter(({ paidCents }) => paidCents > 0).map(recordOf);
  const charged = state.charges.map(({ payment_intent: intentId, amount: paidCents, amount_refunded: refundedCents }) =>
    recordOf({
      intentId,
      paidCents,
      refundedCents,
      isDisputed: state.lost.some((one) => one.payment_intent === intentId),
    }),
  );
  return [
    ...charged.filter((one) => !recorded.includes(one)).map((one) => `a charge is not recorded as ${one}`),
    ...recorded.filter((one) => !charged.includes(one)).map((one) => `no charge is ${one}, as recorded`),
  ];
}

type Recorded = Pick<typeof payments.$inferSelect, 'intentId' | 'paidCents' | 'refundedCents' | 'isDisputed'>;
const recordOf = ({ intentId, paidCents, refundedCents, isDisputed }: Recorded): string =>
  `${intentId}: ${paidCents}, ${refundedCents} refunded${isDisputed ? ', lost' : ''}`;

async function checkLetters(harness: PaymentHarness, owner: SimulatedOwner, state: SandboxState): Promise<string[]> {
  const { ownerId, once, monthly, failures, isTrialEnding, earlier, pauses, cancellations } = owner;
  const wrong: string[] = [];
  for (const [vaultId, state, receipt] of [
    [once.vaultId, once.state, 'payment-receipt'],
    [monthly.vaultId, monthly.state, 'trial-started'],
  ] as const) {
    const letters = (await harness.lettersOf(vaultId)).join(', ');
    const expected = state === 'unpaid' ? '' : `executor-code, ${receipt}`;
    if (letters !== expected) wrong.push(`a vault that is ${state} has the letters ${letters}`);
  }
  const { status } = state.subscription;
  const ends = earlier.filter(isSubscription).length + (status === 'canceled' ? 1 : 0);
  const months = state.invoices.filter((invoice) => invoice.status === 'paid' && invoice.total > 0).length;
  const receipts = months + earlier.filter((id) => !isSubscription(id)).length;
  const returned = state.charges.filter(({ refunded }) => refunded).length;
  // A change that was reverted before we received any event causes no letter.
  const allowed: Record<string, [number, number]> = {
    'plan-ended': [Math.min(ends, 1), ends],
    'owner-change': [Math.min(cancellations, 1), cancellations],
    'plan-paused': [status === 'paused' ? 1 : 0, pauses],
    'payment-receipt': [receipts - owner.returnedMissed, receipts],
    'payment-returned': sameTwice(returned),
    'payment-disputed': sameTwice(state.lost.length),
    'payment-failed': [status === 'past_due' ? 1 : 0, failures],
    'trial-ending': [0, isTrialEnding ? 1 : 0],
  };
  const written = await harness.lettersTo(ownerId);
  for (const kind of new Set([...written, ...Object.keys(allowed)])) {
    const count = written.filter((one) => one === kind).length;
    const [min, max] = allowed[kind] ?? [0, 0];
    if (count < min || count > max) wrong.push(`${count} letters ${kind} instead of ${min} to ${max}`);
  }
  return wrong;
}

const isSubscription = (id: string): boolean => id.startsWith('sub_');
const sameTwice = (count: number): [number, number] => [count, count];
