// What must hold of an owner of a fault run, whatever became of the events: our rows, vaults and letters are as the sandbox's
// objects say, read here without the product's own reading of them, and each sum was charged once.
import type { SandboxObjects } from '@remembrance/sandbox/objects.ts';
import { type SandboxStore, sandboxStore } from '@remembrance/sandbox/store.ts';
import type { PaymentHarness } from './payment-harness.ts';
import type { Story } from './webhook-stories.ts';

/** Sentences about what is wrong. */
export async function judgeOwner(harness: PaymentHarness, story: Story): Promise<string[]> {
  const held = await readHeld(sandboxStore(harness.database, harness.clock.now()), story);
  return [
    ...(await judgeOnce(harness, story, held)),
    ...(await judgeMonthly(harness, story, held)),
    ...judgeCharges(story, held),
    ...(await judgeLetters(harness, story, held)),
  ];
}

interface Held {
  subscription: SandboxObjects['subscription'];
  invoices: SandboxObjects['invoice'][];
  payments: SandboxObjects['payment_intent'][];
  charges: SandboxObjects['charge'][];
  lost: SandboxObjects['dispute'][];
}

async function readHeld(store: SandboxStore, { monthly }: Story): Promise<Held> {
  const subscription = await store.get('subscription', monthly.subscriptionId);
  if (!subscription) throw new Error('the sandbox has lost a subscription');
  const { customer } = subscription;
  const payments = await store.list('payment_intent', { customer });
  const of = async <Kind extends 'charge' | 'dispute'>(kind: Kind, part: object) =>
    (await Promise.all(payments.map(({ id }) => store.list(kind, { payment_intent: id, ...part })))).flat();
  return {
    subscription,
    payments,
    invoices: await store.list('invoice', { customer }),
    charges: await of('charge', {}),
    lost: await of('dispute', { status: 'lost' }),
  };
}

async function judgeOnce(harness: PaymentHarness, { once, ownerId }: Story, held: Held): Promise<string[]> {
  const made = held.payments.filter(
    ({ metadata, status }) => metadata.vaultId === once.vaultId && status === 'succeeded',
  );
  const kept = made.filter(({ id }) => {
    const isReturned = held.charges.some((charge) => charge.payment_intent === id && charge.refunded);
    return !isReturned && !held.lost.some((dispute) => dispute.payment_intent === id);
  });
  const expected = kept.length > 0 ? 'paid' : made.length > 0 ? 'lapsed' : 'unpaid';
  const rows = { paid: 'active', lapsed: 'lapsed', unpaid: 'incomplete' };
  return [
    ...(kept.length > 1 ? [`a vault is paid ${kept.length} times`] : []),
    ...(await judgeStanding(harness, { ownerId, ...once, stripeId: once.intentId }, [expected], rows[expected])),
  ];
}

async function judgeMonthly(harness: PaymentHarness, { monthly, ownerId }: Story, held: Held): Promise<string[]> {
  const { subscription } = held;
  const { status, metadata, pending_setup_intent: awaitsCard } = subscription;
  const isBegun = metadata.beginning === 'trial-without-card' || awaitsCard === null;
  const purchaseStatuses: Record<string, [string[], string]> = {
    trialing: isBegun ? [['trial'], 'trialing'] : [['unpaid'], 'incomplete'],
    active: [['paid'], 'active'],
    past_due: [['trial', 'paid'], 'past_due'],
    paused: [['lapsed'], 'paused'],
    canceled: [['lapsed'], 'lapsed'],
  };
  const [vault, row] = purchaseStatuses[status] ?? [[], ''];
  const wrong = await judgeStanding(harness, { ownerId, ...monthly, stripeId: subscription.id }, vault, row);
  const isLost = held.lost.some(({ payment_intent: id }) => isOfInvoice(held, id));
  if (isLost && status !== 'canceled') wrong.push('a subscription goes on after the dispute of a month was lost');
  const plan = (await harness.vault(monthly.vaultId))?.planType;
  const wanted = subscription.items.data[0]?.price.lookup_key?.split('/')[0];
  if (plan !== wanted) wrong.push(`a vault is on ${plan} and should be on ${wanted}`);
  return wrong;
}

interface Judged {
  ownerId: string;
  vaultId: string;
  stripeId: string;
}

async function judgeStanding(
  harness: PaymentHarness,
  judged: Judged,
  vaults: string[],
  row: string,
): Promise<string[]> {
  const { ownerId, vaultId, stripeId } = judged;
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

const isOfInvoice = ({ invoices, subscription }: Held, intentId: string): boolean =>
  invoices
    .filter(({ parent }) => parent.subscription_details.subscription === subscription.id)
    .some(({ payments }) => payments.data.some(({ payment }) => payment.payment_intent === intentId));

function judgeCharges({ cents, once, earlier }: Story, { invoices, charges }: Held): string[] {
  const wrong: string[] = [];
  for (const { id, status, amount_due: due, payments } of invoices) {
    const intentId = payments.data[0]?.payment.payment_intent;
    const charged = charges.filter((charge) => charge.payment_intent === intentId).map(({ amount }) => amount);
    const wanted = status === 'paid' && due > 0 ? [due] : [];
    if (charged.join() !== wanted.join()) wrong.push(`the invoice ${id} over ${due} was charged ${charged.join()}`);
  }
  const known = new Set(invoices.map(({ payments }) => payments.data[0]?.payment.payment_intent));
  const other = charges.filter(({ payment_intent: id }) => ![once.intentId, ...earlier].includes(id) && !known.has(id));
  if (other.length > 0) wrong.push(`${other.length} charges are for nothing that was bought`);
  const kept = charges.reduce((sum, { amount, amount_refunded: back }) => sum + amount - back, 0);
  if (kept !== cents) wrong.push(`${kept} cents were charged in place of ${cents}`);
  return wrong;
}

async function judgeLetters(harness: PaymentHarness, story: Story, held: Held): Promise<string[]> {
  const { ownerId, once, monthly, failures, isTrialEnding, earlier, resumes, pauses } = story;
  const wrong: string[] = [];
  for (const [vaultId, state, receipt] of [
    [once.vaultId, once.state, 'payment-receipt'],
    [monthly.vaultId, monthly.state, 'trial-started'],
  ] as const) {
    const letters = (await harness.lettersOf(vaultId)).join(', ');
    const wanted = state === 'unpaid' ? '' : `executor-code, ${receipt}`;
    if (letters !== wanted) wrong.push(`a vault that is ${state} has the letters ${letters}`);
  }
  const { status } = held.subscription;
  const ends = earlier.filter(isSubscription).length + (status === 'canceled' ? 1 : 0);
  const boughtAgain = [
    once.state === 'paid' && earlier.some((id) => !isSubscription(id)),
    status === 'active' && earlier.some(isSubscription),
  ].filter(Boolean);
  // What came and went before anybody was heard of it is not told of.
  const allowed: Record<string, [number, number]> = {
    'plan-ended': [Math.min(ends, 1), ends],
    'plan-paused': [status === 'paused' ? 1 : 0, pauses],
    'payment-receipt': [boughtAgain.length, earlier.length + resumes],
    'payment-returned': sameTwice(held.charges.filter(({ refunded }) => refunded).length),
    'payment-disputed': sameTwice(held.lost.length),
    'payment-failed': [status === 'past_due' ? 1 : 0, failures],
    'trial-ending': [0, isTrialEnding ? 1 : 0],
  };
  const written = await harness.lettersTo(ownerId);
  for (const kind of new Set([...written, ...Object.keys(allowed)])) {
    const count = written.filter((one) => one === kind).length;
    const [min, max] = allowed[kind] ?? [0, 0];
    if (count < min || count > max) wrong.push(`${count} letters ${kind} in place of ${min} to ${max}`);
  }
  return wrong;
}

const isSubscription = (id: string): boolean => id.startsWith('sub_');
const sameTwice = (count: number): [number, number] => [count, count];
