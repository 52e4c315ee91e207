// Payment and setup intents: a card is confirmed, possibly authenticated, and then charged (or saved) or declined.
import type Stripe from 'stripe';
import { type Answer, type CallNeeds, invalid, ok } from './answer.ts';
import { type CardBehaviour, type CardFault, chargeFault, type GivenCard, readCard, saveFault } from './cards.ts';
import { newSandboxId, seconds } from './new-objects.ts';
import type { PaymentIntent, SetupIntent } from './objects.ts';
import { charge } from './subscription-invoices.ts';
import { updateSubscriptionOf } from './subscriptions.ts';

export type Intent = PaymentIntent | SetupIntent;

const notAuthenticated: CardFault = {
  code: 'payment_intent_authentication_failure',
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
};

export async function confirmIntent(needs: CallNeeds, intent: Intent, card: GivenCard): Promise<Answer> {
  if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_action')
    return unexpectedState(intent);
  const read = readCard(card, needs.now);
  if ('fault' in read) return fail(needs, intent, read.fault);
  const attached = { ...intent, payment_method: await saveCard(needs, intent, card, read.behaviour) };
  if (read.behaviour === 'asks-authentication' || read.behaviour === 'always-asks-authentication') {
    const waiting: Intent = { ...attached, status: 'requires_action', next_action: { type: 'use_stripe_sdk' } };
    await needs.store.put(waiting);
    return ok(publicPart(waiting));
  }
  const fault = intent.object === 'payment_intent' ? chargeFault(read.behaviour) : saveFault(read.behaviour);
  return fault ? fail(needs, intent, fault) : succeed(needs, attached);
}

/** Confirms with a method that needs no card and always pays. It is accepted only if the intent is not restricted to others. */
export async function confirmByLink(needs: CallNeeds, intent: Intent, type: string): Promise<Answer> {
  if (intent.status !== 'requires_payment_method') return unexpectedState(intent);
  if (type !== 'link' || !intent.payment_method_types.includes(type)) {
    const message = `The payment method type "${type}" is not allowed for this intent.`;
    return invalid({ code: `${intent.object}_incompatible_payment_method`, message });
  }
  const id = newSandboxId('pm');
  const method = { type: 'link', behaviour: 'pays', created: seconds(needs.now), customer: intent.customer } as const;
  await needs.store.put({ id, object: 'payment_method', ...method });
  return succeed(needs, { ...intent, payment_method: id });
}

export async function answerAuthentication(needs: CallNeeds, intent: Intent, passed: boolean): Promise<Answer> {
  if (intent.status !== 'requires_action') return unexpectedState(intent);
  return passed ? succeed(needs, intent) : fail(needs, intent, notAuthenticated);
}

export async function cancelIntent(needs: CallNeeds, intent: Intent): Promise<Answer> {
  if (intent.status === 'succeeded' || intent.status === 'canceled') return unexpectedState(intent);
  const canceled: Intent = { ...intent, status: 'canceled', next_action: null };
  await needs.store.put(canceled);
  await needs.emit(`${intent.object}.canceled`, canceled);
  return ok(canceled);
}

/** The part of an intent that a page may read with the publishable key and the client secret. */
export const publicPart = ({ metadata: _, customer: __, ...intent }: Intent): unknown => intent;

async function succeed(needs: CallNeeds, intent: Intent): Promise<Answer> {
  const done = { ...intent, status: 'succeeded', next_action: null } as const;
  const settled = done.object === 'payment_intent' ? await charge(needs, done) : { ...done, last_setup_error: null };
  await needs.store.put(settled);
  await needs.emit(`${settled.object}.succeeded`, settled);
  await updateSubscriptionOf(needs, settled);
  return ok(publicPart(settled));
}

async function fail(needs: CallNeeds, intent: Intent, fault: CardFault): Promise<Answer> {
  const { code, declineCode, message } = fault;
  const error = { type: 'card_error', code, ...(declineCode && { decline_code: declineCode }), message } as const;
  const waiting = { ...intent, status: 'requires_payment_method', next_action: null, payment_method: null } as const;
  const failed: Intent =
    waiting.object === 'payment_intent'
      ? { ...waiting, last_payment_error: error }
      : { ...waiting, last_setup_error: error };
  await needs.store.put(failed);
  const happened = failed.object === 'payment_intent' ? 'payment_intent.payment_failed' : 'setup_intent.setup_failed';
  await needs.emit(happened satisfies Stripe.Event['type'], failed);
  return { status: 402, body: { error: { ...error, [failed.object]: publicPart(failed) } } };
}

async function saveCard(needs: CallNeeds, intent: Intent, card: GivenCard, behaviour: CardBehaviour): Promise<string> {
  const id = newSandboxId('pm');
  await needs.store.put({
    id,
    object: 'payment_method',
    card: {
      brand: 'visa',
      last4: card.number.slice(-4),
      exp_month: card.expMonth,
      exp_year: card.expYear,
      ...cardDetails,
    },
    behaviour,
    created: seconds(needs.now),
    customer: intent.customer,
    type: 'card',
  });
  return id;
}

/** Further facts about a card at Stripe. */
const cardDetails = {
  checks: null,
  country: 'US',
  display_brand: 'visa',
  funding: 'credit',
  generated_from: null,
  networks: null,
  regulated_status: null,
  three_d_secure_usage: null,
  wallet: null,
};

const unexpectedState = (intent: Intent): Answer =>
  invalid({
    code: `${intent.object}_unexpected_state`,
    message: `This ${intent.object} can no longer be changed because its status is ${intent.status}.`,
  });
