// The facts of each kind of letter. They are stored unsealed until it is sent: no message, question, answer or file name belongs here.
import type { LetterKind } from '@remembrance/contract/letters.ts';
import type { OwnerChangeKind } from '@remembrance/contract/owner-changes.ts';
import type { CheckInFacts } from './check-in-facts.ts';
import type { FollowUpFacts } from './follow-up-facts.ts';
import type { PaymentFacts } from './payment-facts.ts';
import type { RecipientFacts, RecipientLink } from './recipient-facts.ts';
import type { ReleaseFacts } from './release-facts.ts';
import type { WaitFacts } from './wait-facts.ts';

interface WaitingForCode {
  /** The browser and operating system, in words. */
  device: string;
  network: string;
  at: string;
  code: string;
}

interface Facts extends PaymentFacts, RecipientFacts, ReleaseFacts, FollowUpFacts, CheckInFacts, WaitFacts {
  'email-verification': { firstName: string; link: string };
  'account-exists': { firstName: string; signInLink: string; resetLink: string };
  'password-reset': { firstName: string; link: string };
  'password-changed': {
    firstName: string;
    resetLink: string;
    /** The changes to passkeys and two-factor, if the password was reset by a mailed link. */
    ways?: { passkeysRemoved: number; passkeysLeft: number; twoFactor: 'removed' | 'left' | 'off' };
  };
  'password-needed': { firstName: string; resetLink: string };
  'new-device': {
    firstName: string;
    /** The browser and operating system, in words. */
    device: string;
    network: string;
    at: string;
    link: string;
    resetLink: string;
  };
  'sign-in-code': WaitingForCode & {
    firstName: string;
    /** Other browsers that wait, each with its own code. */
    others: WaitingForCode[];
    resetLink: string;
  };
  'two-factor-reset': {
    firstName: string;
    stage: 'ordered' | 'halfway' | 'done';
    endsAt: string;
    /** Stops the reset; links to the account page once it is done. */
    link: string;
  };
  'owner-change': {
    firstName: string;
    kind: OwnerChangeKind;
    vaultTitle: string | null;
    /** The old and new value as text; null if there is none to show. */
    before: string | null;
    after: string | null;
    at: string;
    until: string;
    link: string;
    /** Whether the link undoes the change. In the copy to an address that is new to the account it leads to a new password instead. */
    isWayBack: boolean;
    /** Whether the change used the last edit of the plan. */
    isLastEdit?: boolean;
  };
  'owner-change-undone': {
    firstName: string;
    kind: OwnerChangeKind;
    vaultTitle: string | null;
    isPutBack: boolean;
    /** Whether everybody else was signed out. */
    signsOut: boolean;
    resetLink: string;
    /** Restores what the undo replaced; null if there is nothing, and in the copy to an address that is new to the account. */
    link: string | null;
    until: string | null;
  };
  'email-confirmation': { firstName: string; link: string };
  'email-taken': { firstName: string };
  'account-deletion': { firstName: string; until: string; signInLink: string };
  'account-kept': {
    firstName: string;
    /** The monthly plans that run, or have ended since the deletion was requested. */
    plans: { planName: string; price: string; at: string; outcome: 'renews' | 'ends' | 'ended' | 'unchanged' }[];
    link: string;
  };
  'account-suspended': { firstName: string };
  'account-restored': { firstName: string };
  'vault-removed': {
    firstName: string;
    vaultTitle: string;
    wasReleased: boolean;
    /** The operator's message to the owner; null if there is none. */
    words: string | null;
  };
  'executor-code': {
    executorName: string;
    ownerName: string;
    vaultTitle: string;
    recipientName: string;
    code: string;
    /** The executor page; never with the code in it. */
    link: string;
    /** Further facts for the printed card; missing in a rehearsal, which has no code. */
    card?: { vaultId: string; number: number; at: string } | undefined;
    /** Whether this code replaces one that was mailed earlier. */
    replacesEarlier: boolean;
    /** The owner's note for the executor. */
    note?: string;
    /** The link that notifies the owner that the letter arrived; missing in a rehearsal. */
    confirmLink?: string;
    /** Whether it is for the second address, because it may not have arrived at the first. */
    isSecond?: true;
  };
  /** The same code, for an executor who has lost it. */
  'executor-code-again': Pick<
    Facts['executor-code'],
    'executorName' | 'ownerName' | 'vaultTitle' | 'recipientName' | 'code' | 'link' | 'card'
  >;
  'executor-code-resent': { firstName: string; vaultTitle: string; executorName: string; at: string; link: string };
  'executor-replaced': { executorName: string; ownerName: string };
  /** A release date was removed, postponed or restored. */
  'executor-date': {
    executorName: string;
    ownerName: string;
    vaultTitle: string;
    /** The dates before and after the change; null for none. */
    before: string | null;
    after: string | null;
  };
  'executor-used': {
    firstName: string;
    vaultTitle: string;
    executorName: string;
    /** When the code was last used. */
    at: string;
    times: number;
    /** The vault's page, where a new code can be sent. */
    link: string;
  };
  'draft-ending': { firstName: string; vaultTitle: string; endsAt: string; link: string };
  'rehearsal-executor-code': Omit<Facts['executor-code'], 'code' | 'replacesEarlier'> & { firstName: string };
  'rehearsal-invitation': RecipientLink & { firstName: string; vaultTitle: string };
  'release-reminder': {
    firstName: string;
    vaultTitle: string;
    recipientName: string;
    releaseAt: string;
    daysLeft: number;
    link: string;
  };
  'executor-unreached': {
    firstName: string;
    executorEmail: string;
    vaultTitle: string;
    link: string;
    isWithoutCode?: true;
    /** Another address of the executor, which gets the same email. */
    otherEmail?: string;
  };
  'owner-questions-locked': { firstName: string; vaultTitle: string; recipientName: string; link: string };
  'owner-questions-reopened': {
    firstName: string;
    vaultTitle: string;
    recipientName: string;
    by: 'recipient' | 'executor' | 'owner' | 'operator';
    wrongInAll: number;
    at: string;
  };
  /** `times`: how often it happened, if that was counted. */
  'operator-notice': { what: string; details: string[]; at: string; times?: number };
}

/** Instants are ISO 8601 in UTC. A letter does not know its reader's time zone, so it shows UTC and labels it. */
export type LetterContent = { [Kind in LetterKind]: { kind: Kind; facts: Facts[Kind] } }[LetterKind];
export type FactsOf<Kind extends LetterKind> = Facts[Kind];
