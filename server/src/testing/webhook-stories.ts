// What an owner of a fault run buys, and what must hold of it afterwards, whatever became of the events.
import type { PlanName } from '@remembrance/contract/plan-catalogue.ts';
import { createPaymentIntent } from '../payments/create-payment-intent.ts';
import { createSubscription } from '../payments/create-subscription.ts';
import type { PaymentOffice } from './payment-office.ts';

/** From 0 up to, but without, 1. */
export type Chance = () => number;

interface Bought {
  vaultId: string;
  /** What the vault is in the end. */
  status: 'unpaid' | 'paid' | 'trial' | 'lapsed';
}
export interface Story {
  ownerId: string;
  bought: Bought[];
  /** What stays charged to this owner, in cents. */
  cents: number;
  chargedBefore: number;
}

/** A vault paid once or left, or paid and given back; a monthly one on trial, ended, or not begun. */
export async function buyAtRandom(office: PaymentOffice, chance: Chance): Promise<Story> {
  const chargedBefore = await office.charged();
  const ownerId = await office.owner();
  const once = await buyOnce(office, ownerId, chance);
  const monthly = await buyMonthly(office, ownerId, chance);
  const cents = once.status === 'paid' ? 2999 : 0;
  return { ownerId, bought: [once, monthly], cents, chargedBefore };
}

async function buyOnce(office: PaymentOffice, ownerId: string, chance: Chance): Promise<Bought> {
  const vaultId = await draft(office, ownerId, 'basic_one_time');
  const { clientSecret } = await createPaymentIntent(office.needs, { ownerId, vaultId });
  if (chance() < 0.25) return { vaultId, status: 'unpaid' };
  await office.confirm(clientSecret);
  return { vaultId, status: 'paid' };
}

async function buyMonthly(office: PaymentOffice, ownerId: string, chance: Chance): Promise<Bought> {
  const vaultId = await draft(office, ownerId, 'basic_subscription');
  if (chance() < 0.3) {
    await createSubscription(office.needs, { ownerId, vaultId, promo: 'freetrial' });
    if (chance() < 0.5) return { vaultId, status: 'trial' };
    const [row] = (await office.purchases(ownerId)).filter(({ stripeSubscriptionId }) => stripeSubscriptionId);
    await office.paymentGateway.abandon({ kind: 'monthly', id: row?.stripeSubscriptionId ?? '' });
    return { vaultId, status: 'lapsed' };
  }
  const begun = await createSubscription(office.needs, { ownerId, vaultId });
  if (begun.status !== 'needs-card') throw new Error('no card was asked for');
  if (chance() < 0.25) return { vaultId, status: 'unpaid' };
  await office.confirm(begun.clientSecret);
  return { vaultId, status: 'trial' };
}

const draft = (office: PaymentOffice, ownerId: string, plan: PlanName) => office.draft(ownerId, plan);

/** Sentences about what is wrong. */
export async function judgeOwner(office: PaymentOffice, story: Story): Promise<string[]> {
  const { bought, cents, chargedBefore } = story;
  const wrong: string[] = [];
  for (const { vaultId, status } of bought) {
    const now = (await office.vault(vaultId))?.paymentStatus;
    // An end that nobody told of is found when the period is over; until then the trial stands.
    const isRight = now === status || (status === 'lapsed' && now === 'trial');
    if (!isRight) wrong.push(`a vault is ${now} and should be ${status}`);
    const letters = await office.lettersOf(vaultId);
    const wanted = status === 'unpaid' ? 0 : 2;
    if (letters.length !== wanted) wrong.push(`a vault that is ${status} has the letters ${letters.join(', ')}`);
  }
  const charged = (await office.charged()) - chargedBefore;
  if (charged !== cents) wrong.push(`${charged} cents were charged in place of ${cents}`);
  const own = await office.lettersTo(story.ownerId);
  if (new Set(own).size !== own.length) wrong.push(`a letter was written twice: ${own.join(', ')}`);
  return wrong;
}
