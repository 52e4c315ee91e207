// How a vault stands, in the words of its card and its page, and what needs its owner's attention. Pure.
import { billingPath } from '@remembrance/contract/billing.ts';
import type { Vault, VaultListItem } from '@remembrance/contract/vaults.ts';
import { dayAndMonth, shortDate } from '../lib/dates.ts';

export const isDraft = ({ status, paymentStatus }: Pick<VaultListItem, 'status' | 'paymentStatus'>): boolean =>
  status === 'active' && paymentStatus === 'unpaid';

/** Whether it can be released: a draft cannot. */
export const isActive = (vault: Pick<VaultListItem, 'status' | 'paymentStatus'>): boolean =>
  vault.status === 'active' && !isDraft(vault);

export interface StateLine {
  text: string;
  isTrouble?: boolean;
}

/** What a card says beside its badges. Nothing where all is as it should be. */
export function stateLines(vault: VaultListItem): StateLine[] {
  if (vault.status === 'released') return [...lettersUndelivered(vault), ...questionsClosed(vault)];
  const opens = vault.scheduledReleaseDate && { text: `Opens ${shortDate(vault.scheduledReleaseDate)}` };
  return [...lettersUndelivered(vault), ...planLines(vault), ...(opens ? [opens] : []), ...unusedCodes(vault)];
}

function planLines({ planState, paidUntil }: VaultListItem): StateLine[] {
  if (planState === 'past-due') return [{ text: 'The last payment failed', isTrouble: true }];
  if (planState === 'ended') return [{ text: 'Plan ended' }];
  if (planState === 'paused') return [{ text: 'Plan paused' }];
  return planState === 'trial' && paidUntil ? [{ text: `Trial until ${dayAndMonth(paidUntil)}` }] : [];
}

const undelivered = ({ codes, invitation, recipientName, status }: VaultListItem): string[] =>
  status === 'released'
    ? invitation?.letter === 'undelivered'
      ? [recipientName]
      : []
    : codes.filter(({ letter }) => letter === 'undelivered').map(({ executor }) => executor);

const lettersUndelivered = (vault: VaultListItem): StateLine[] =>
  undelivered(vault).map((name) => ({ text: `Our letter to ${name} could not be delivered`, isTrouble: true }));

const questionsClosed = ({ questionsLocked }: VaultListItem): StateLine[] =>
  questionsLocked ? [{ text: 'The questions are closed', isTrouble: true }] : [];

const unusedCodes = ({ codes }: VaultListItem): StateLine[] =>
  codes
    .filter(({ usedAt, confirmedAt, letter }) => !usedAt && !confirmedAt && letter !== 'undelivered')
    .map(({ executor }) => ({ text: `${executor} has not looked at the code yet` }));

export interface AttentionItem {
  vault: Pick<VaultListItem, 'id' | 'title'>;
  text: string;
  action: { label: string; to: string };
  isTrouble: boolean;
}

/** What needs the owner, most urgent first: what keeps words from arriving, then what costs, then what waits. */
export function attentionOf(vaults: readonly VaultListItem[], now: Date): AttentionItem[] {
  const found = vaults.flatMap((vault) => concernsOf(vault, now).map((concern) => ({ vault, ...concern })));
  return found
    .sort((one, other) => one.urgency - other.urgency)
    .map(({ vault: { id, title }, text, action, urgency }) => ({
      vault: { id, title },
      text,
      action,
      isTrouble: urgency < 3,
    }));
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
    vault.status === 'released' &&
      vault.questionsLocked && {
        urgency: 0,
        text: `${vault.recipientName} cannot open it: the questions are closed after too many wrong answers.`,
        action: open,
      },
    ...undelivered(vault).map((name) => ({
      urgency: 1,
      text: `Our letter to ${name} could not be delivered. Is the address right?`,
      action: open,
    })),
    ...(vault.status === 'active' ? planConcerns(vault, now) : []),
  ];
  return concerns.filter((concern) => concern !== false);
}

function planConcerns(vault: VaultListItem, now: Date): Concern[] {
  const billing = { label: 'Open billing', to: billingPath };
  if (isDraft(vault))
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
        text: `Its plan ${vault.planState === 'ended' ? 'has ended' : 'is paused'}. It can be released, and no longer changed.`,
        action: billing,
      },
    ];
  if (vault.planState === 'trial' && isWithinWeek(vault.paidUntil, now))
    return [{ urgency: 5, text: `Its free month ends on ${shortDate(vault.paidUntil ?? '')}.`, action: billing }];
  return [];
}

const weekMilliseconds = 7 * 24 * 60 * 60 * 1000;

const isWithinWeek = (instant: string | null, now: Date): boolean =>
  instant !== null && new Date(instant).getTime() - now.getTime() < weekMilliseconds;

export interface OverviewRow {
  name: string;
  /** Each a sentence or a short fact. */
  facts: string[];
}

/** The lasting status on the vault's page. What is not known is left out. */
export function overviewRows(vault: VaultListItem & Partial<Pick<Vault, 'verifiedAt'>>): OverviewRow[] {
  const rows = [{ name: 'Plan', facts: [planText(vault)] }];
  for (const code of vault.codes)
    rows.push({ name: `The code of ${code.executor}`, facts: [...letterFacts(code), ...codeFacts(code)] });
  if (vault.invitation)
    rows.push({ name: `The letter to ${vault.recipientName}`, facts: letterFacts(vault.invitation) });
  if (vault.verifiedAt)
    rows.push({
      name: 'Last verified',
      facts: [`${shortDate(vault.verifiedAt)}: the message and every file are whole`],
    });
  return rows.filter(({ facts }) => facts.some((fact) => fact !== ''));
}

function planText({ paymentStatus, planState, paidUntil }: VaultListItem): string {
  if (paymentStatus === 'unpaid') return 'Not paid yet. Nobody can release it.';
  if (planState === 'trial') return paidUntil ? `Free until ${shortDate(paidUntil)}` : 'Free month';
  if (planState === 'paid')
    return paidUntil ? `Paid until ${shortDate(paidUntil)}` : 'Paid once. Nothing more is charged.';
  if (planState === 'past-due') return 'The last payment failed. It can be released all the same.';
  if (planState === 'paused') return 'Paused. It can be released all the same.';
  return planState === 'ended' ? 'Ended. It can be released all the same.' : '';
}

function codeFacts({ usedAt, confirmedAt }: VaultListItem['codes'][number]): string[] {
  const confirmed = confirmedAt ? [`They said on ${shortDate(confirmedAt)} that they have it`] : [];
  const used = usedAt ? [`Looked at on ${shortDate(usedAt)}`] : [];
  return usedAt || confirmedAt ? [...confirmed, ...used] : ['Not looked at yet'];
}

function letterFacts({ writtenAt, letter }: Pick<VaultListItem['codes'][number], 'writtenAt' | 'letter'>): string[] {
  const fates = {
    waiting: 'on its way',
    accepted: 'accepted by their mail server',
    undelivered: 'could not be delivered',
  };
  const when = writtenAt ? [`Sent on ${shortDate(writtenAt)}`] : [];
  return letter ? [...when, `Letter ${fates[letter]}`] : when;
}
