// What the review step says will happen when the vault is kept: who is written to, what is paid, and the words of its button. Pure.
import { longDate } from '../../lib/dates.ts';
import type { OfferedPlan } from '../../plans/offered-plan.ts';
import type { PlanStatus } from '../../plans/own-places.ts';
import type { NewVault } from './vault-form.ts';

export interface Reviewed {
  vault: NewVault;
  plan: OfferedPlan | undefined;
  status: PlanStatus | undefined;
}

const executorOf = ({ executorName, executorEmail }: NewVault): string => executorName || executorEmail || '';

/** A vault that takes a free place is active at once, so that its executor is written to by this press. */
export function keepLabel({ vault, status }: Reviewed): string {
  const executor = executorOf(vault);
  if (status?.kind === 'free') return executor ? `Keep this vault, and write to ${executor}` : 'Keep this vault';
  if (status?.kind === 'free-month') return 'Keep this vault, and begin the free month';
  return status?.kind === 'trial'
    ? 'Keep this vault, and go on to the free month'
    : 'Keep this vault, and go on to pay';
}

/** What follows, in order. */
export function whatFollows({ vault, plan, status }: Reviewed): string[] {
  const executor = executorOf(vault);
  const activation = status?.kind === 'free' || status?.kind === 'free-month' ? status.kind : 'later';
  const money = {
    free: `It uses a place on your ${plan?.displayName} plan. There is nothing to pay.`,
    'free-month': `Your free month begins. ${status?.text}`,
    later: `It is kept as a draft until the next page: ${status?.text ?? 'you pay there.'}`,
  }[activation];
  const letter =
    activation !== 'later'
      ? `We write to ${executor} at once, with the code that releases the vault.`
      : `As soon as that is done, we write to ${executor} with the code that releases the vault.`;
  const release = vault.scheduledReleaseDate
    ? `It is released by itself on ${longDate(vault.scheduledReleaseDate)}${executor ? ', or before by your executor' : ''}.`
    : `It stays closed until ${executor} releases it.`;
  return [money, ...(executor ? [letter] : []), release, `Nothing is sent to ${vault.recipientName} before that.`];
}
