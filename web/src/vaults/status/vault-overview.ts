// A vault's status, in the words of its card and its page, and what needs its owner's attention. Pure.
import { billingPath } from '@remembrance/contract/billing.ts';
import { doubtFact, emailStatus } from '@remembrance/contract/email-status.ts';
import type { VaultListItem } from '@remembrance/contract/vaults.ts';
import { dayAndMonth, shortDate } from '../../lib/dates.ts';
import { askedText, hasNoReleaseWay, planTrouble, releaseWays, unconfirmed } from './release-ways.ts';

export const isUnpaidVault = ({ status, paymentStatus }: Pick<VaultListItem, 'status' | 'paymentStatus'>): boolean =>
  status === 'active' && paymentStatus === 'unpaid';

/** Whether it can be released: an unpaid one cannot. */
export const isActive = (vault: Pick<VaultListItem, 'status' | 'paymentStatus'>): boolean =>
  vault.status === 'active' && !isUnpaidVault(vault);

export interface StateLine {
  text: string;
  isTrouble?: boolean;
  /** It can wait. */
  isQuiet?: boolean;
}

/** The note that a card shows next to its badges. Empty if all is well. */
export function stateLines(vault: VaultListItem): StateLine[] {
  if (vault.status === 'released')
    return [
      ...lettersUndelivered(vault),
      ...(disowned(vault) ? [{ text: 'The reader of our email said that it is not for them', isTrouble: true }] : []),
      ...lettersInDoubt(vault),
      ...questionsClosed(vault),
    ];
  const date = vault.scheduledReleaseDate && { text: `Release date ${shortDate(vault.scheduledReleaseDate)}` };
  const noWay = hasNoReleaseWay(vault) ? [{ text: 'Nobody can release it', isTrouble: true }] : [];
  return [...lettersUndelivered(vault), ...noWay, ...planLines(vault), ...(date ? [date] : []), ...waitingLines(vault)];
}

function planLines({ planState, paidUntil }: VaultListItem): StateLine[] {
  if (planState === 'past-due') return [{ text: 'The last payment failed', isTrouble: true }];
  if (planState === 'ended') return [{ text: 'Plan ended' }];
  if (planState === 'paused') return [{ text: 'Plan paused' }];
  return planState === 'trial' && paidUntil ? [{ text: `Free until ${dayAndMonth(paidUntil)}` }] : [];
}

const undelivered = ({ codes, invitation, recipientName, status }: VaultListItem): string[] =>
  status === 'released'
    ? invitation && emailStatus(invitation) === 'undelivered'
      ? [recipientName]
      : []
    : codes.filter(({ letter }) => letter === 'undelivered').map(({ executor }) => executor);

const disowned = ({ invitation, status }: VaultListItem): boolean =>
  status === 'released' && invitation !== null && emailStatus(invitation) === 'disowned';

const lettersUndelivered = (vault: VaultListItem): StateLine[] =>
  undelivered(vault).map((name) => ({ text: `Our email to ${name} could not be delivered`, isTrouble: true }));

/** Why our email may not have arrived. */
const inDoubt = ({ invitation, status }: VaultListItem): string[] =>
  status === 'released' && invitation && emailStatus(invitation) === 'in-doubt' ? doubtFact(invitation.doubt) : [];

const lettersInDoubt = (vault: VaultListItem): StateLine[] => inDoubt(vault).map((text) => ({ text, isTrouble: true }));

const questionsClosed = ({ questionsLocked }: VaultListItem): StateLine[] =>
  questionsLocked ? [{ text: 'The questions are closed', isTrouble: true }] : [];

export const notConfirmed = (executor: string): string => `${executor} has not confirmed our email yet`;

const waitingLines = (vault: VaultListItem): StateLine[] =>
  unconfirmed(vault).map((executor) => ({ text: `${notConfirmed(executor)} · Ask ${executor}`, isQuiet: true }));

export interface AttentionItem extends Omit<Concern, 'urgency'> {
  vault: Pick<VaultListItem, 'id' | 'title'>;
  isTrouble: boolean;
}

/** Vaults that need attention, most urgent first: undelivered letters, then costs, then what can wait. */
export function attentionOf(vaults: readonly VaultListItem[], now: Date): AttentionItem[] {
  const found = vaults.flatMap((vault) => concernsOf(vault, now).map((concern) => ({ vault, ...concern })));
  return found
    .sort((one, other) => one.urgency - other.urgency)
    .map(({ urgency, ...item }) => ({ ...item, isTrouble: urgency < 3 }));
}

interface Concern {
  /** 0 is the most urgent. */
  urgency: number;
  text: string;
  action: { label: string; to: string };
}

function concernsOf(vault: VaultListItem, now: Date): Concern[] {
  const open = { label: 'Open the vault', to: `/vault/${vault.id}` };
  const concerns: (Concern | false)[] = [
    vault.releaseRequest !== undefined && { urgency: 0, text: askedText(vault.releaseRequest), action: open },
    vault.status === 'released' &&
      vault.questionsLocked && {
        urgency: 0,
        text: `${vault.recipientName} cannot open it: the questions are closed after too many wrong answers.`,
        action: open,
      },
    hasNoReleaseWay(vault) && {
      urgency: 0,
      text: 'Nobody can release it: it has no executor and no release date. Please add one of them.',
      action: open,
    },
    ...undelivered(vault).map((name) => ({
      urgency: 1,
      text: `Our email to ${name} could not be delivered. Is the address right?`,
      action: open,
    })),
    disowned(vault) && {
      urgency: 1,
      text: `The reader of our email to ${vault.recipientName} said that it is not for them. Is the address right?`,
      action: open,
    },
    ...inDoubt(vault).map((text) => ({ urgency: 1, text: `${vault.recipientName}: ${text}`, action: open })),
    ...(vault.status === 'active' ? planConcerns(vault, now) : []),
  ];
  return concerns.filter((concern) => concern !== false);
}

function planConcerns(vault: VaultListItem, now: Date): Concern[] {
  const billing = { label: 'Open billing', to: billingPath };
  if (isUnpaidVault(vault))
    return [
      {
        urgency: 3,
        text: 'Not active yet. Nobody can release it until it is paid for.',
        action: { label: 'Complete payment', to: `/checkout/${vault.id}` },
      },
    ];
  if (vault.planState === 'past-due')
    return [{ urgency: 2, text: 'The last payment of its plan failed.', action: billing }];
  if (vault.planState === 'ended' || vault.planState === 'paused')
    return [
      {
        urgency: 4,
        text: `${planTrouble[vault.planState]} ${releaseWays(vault)} ${planRemedy[vault.planState]}`,
        action: { ...billing, label: vault.planState === 'ended' ? 'Restart the plan' : 'Resume the plan' },
      },
    ];
  if (vault.planState === 'trial' && isWithinWeek(vault.paidUntil, now))
    return [{ urgency: 5, text: `Its free month ends on ${shortDate(vault.paidUntil ?? '')}.`, action: billing }];
  return [];
}

const planRemedy = { ended: 'Restart the plan to change it.', paused: 'Resume the plan to change it.' };

const weekMilliseconds = 7 * 24 * 60 * 60 * 1000;

const isWithinWeek = (instant: string | null, now: Date): boolean =>
  instant !== null && new Date(instant).getTime() - now.getTime() < weekMilliseconds;
