// The refusals of plan and payment calls.
import type { RefusalEntry } from './refusal-entry.ts';

export const paymentRefusals = {
  'invalid-signature': { status: 400, title: 'Invalid signature', detail: 'The signature of this event is not valid.' },
  'plan-limit-reached': {
    status: 403,
    title: 'All vaults in use',
    detail: 'All vaults of your plan are in use.',
  },
  'plan-lapsed': {
    status: 403,
    title: 'Plan ended',
    detail:
      'Your plan has ended or is paused, so this vault cannot be changed. It can still be released. You can restart or resume the plan under billing.',
  },
  'payment-incomplete': {
    status: 409,
    title: 'Payment not complete',
    detail: 'This payment has not been completed.',
  },
  'payment-refused': {
    status: 409,
    title: 'Payment refused',
    detail: 'This payment does not belong to a vault of yours.',
  },
  'already-paid': { status: 409, title: 'Already paid', detail: 'This vault is already active.' },
  'wrong-plan-kind': {
    status: 409,
    title: 'Wrong kind of plan',
    detail: 'This vault has another kind of plan, which is paid differently.',
  },
  'plan-not-found': { status: 404, title: 'Not found', detail: 'You have no such plan.' },
  'plan-ended': { status: 409, title: 'Plan ended', detail: 'This plan has ended and can no longer be changed.' },
  'plan-too-small': {
    status: 409,
    title: 'Plan too small',
    detail: 'That plan does not have room for all your vaults. Please delete a vault first.',
  },
  'plan-paused': { status: 409, title: 'Plan paused', detail: 'This plan is paused. Please resume it first.' },
  'plan-runs': {
    status: 409,
    title: 'Plan is active',
    detail: 'This plan is still active, or it was already restarted. There is nothing to pay.',
  },
  'plan-without-vaults': {
    status: 409,
    title: 'No vault left',
    detail: 'This plan has no vault left. Please create a new vault instead.',
  },
  'plan-not-offered': {
    status: 409,
    title: 'Plan not available',
    detail: 'This plan is no longer available. Please write to us, and we will find a solution together.',
  },
  'card-needed': { status: 409, title: 'Card needed', detail: 'This plan has no card. Please add a card first.' },
  'card-declined': {
    status: 409,
    title: 'Card declined',
    detail: 'The card was declined, so nothing was changed. Please try another card.',
  },
  'price-outdated': {
    status: 409,
    title: 'Please check again',
    detail: 'This price may have changed since you opened the page. Please check it again.',
  },
  'service-busy': {
    status: 503,
    title: 'Not available',
    detail: 'The payment service did not answer. Please try again in a moment.',
  },
} as const satisfies Record<string, RefusalEntry>;
