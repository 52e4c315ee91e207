// What each letter says: its kind and the few facts it carries. The words stand in templates/.
import type { LetterKind } from '@remembrance/contract/letters.ts';
import type { OwnerChangeKind } from '@remembrance/contract/owner-changes.ts';

interface Facts {
  'email-verification': { firstName: string; link: string };
  'account-exists': { firstName: string; signInLink: string; resetLink: string };
  'password-reset': { firstName: string; link: string };
  'password-changed': {
    firstName: string;
    resetLink: string;
    /** What became of the other ways in, where the password was chosen by letter. */
    ways?: { passkeysRemoved: number; passkeysLeft: number; twoFactor: 'removed' | 'left' | 'off' };
  };
  'new-device': {
    firstName: string;
    /** The browser and the system, in words. */
    device: string;
    network: string;
    at: string;
    link: string;
    resetLink: string;
  };
  'sign-in-changed': {
    firstName: string;
    change:
      | 'two-factor-on'
      | 'two-factor-off'
      | 'recovery-codes-renewed'
      | 'passkey-added'
      | 'passkey-removed'
      | 'provider-linked';
    at: string;
    link: string;
  };
  'two-factor-reset': {
    firstName: string;
    stage: 'ordered' | 'halfway' | 'done';
    endsAt: string;
    /** Stops it; the account page once it is done. */
    link: string;
  };
  'owner-change': {
    firstName: string;
    kind: OwnerChangeKind;
    vaultTitle: string | null;
    /** Who or what it was before and is now, in words; null where that says nothing. */
    before: string | null;
    after: string | null;
    at: string;
    until: string;
    link: string;
    /** Whether the link takes it back; the copy to an address that is new to the account leads to a new password instead. */
    isWayBack: boolean;
  };
  'owner-change-undone': {
    firstName: string;
    kind: OwnerChangeKind;
    vaultTitle: string | null;
    isPutBack: boolean;
    resetLink: string;
  };
  'email-confirmation': { firstName: string; link: string };
  'email-taken': { firstName: string };
  'account-deletion': { firstName: string; until: string; signInLink: string };
  'account-kept': { firstName: string };
  'account-suspended': { firstName: string };
  'account-restored': { firstName: string };
  'vault-removed': {
    ownerName: string;
    vaultTitle: string;
    wasReleased: boolean;
    /** What the operator has to say to the owner of it, or null for nothing. */
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
    /** A code that replaces one mailed before. */
    replacesEarlier: boolean;
  };
  'executor-replaced': { executorName: string; ownerName: string };
  'executor-used': {
    ownerName: string;
    vaultTitle: string;
    executorName: string;
    /** The last of its uses. */
    at: string;
    times: number;
  };
  'draft-ending': { ownerName: string; vaultTitle: string; endsAt: string; link: string };
  'vault-released': {
    ownerName: string;
    vaultTitle: string;
    recipientName: string;
    /** The executor's name, or null when the chosen date did it. */
    releasedBy: string | null;
    at: string;
  };
  'recipient-invitation': { recipientName: string; ownerName: string; link: string; validUntil: string };
  'recipient-fresh-link': { recipientName: string; ownerName: string; link: string; validUntil: string };
  'release-reminder': {
    ownerName: string;
    vaultTitle: string;
    recipientName: string;
    releaseAt: string;
    daysLeft: number;
    link: string;
  };
  /** To the owner, and to each executor. */
  'recipient-unreached': { name: string; recipientName: string; recipientEmail: string; vaultTitle: string };
  'executor-unreached': { ownerName: string; executorEmail: string; vaultTitle: string; link: string };
  'questions-paused': { recipientName: string; pausedUntil: string };
  'questions-locked': {
    recipientName: string;
    ownerName: string;
    /** The page can still send a code that opens the questions again. */
    canReopen: boolean;
  };
  'recipient-code': {
    recipientName: string;
    ownerName: string;
    code: string;
    validUntil: string;
    /** The code opens closed questions again. */
    reopens: boolean;
  };
  'owner-questions-locked': { ownerName: string; vaultTitle: string; recipientName: string; link: string };
  'owner-questions-reopened': {
    ownerName: string;
    vaultTitle: string;
    recipientName: string;
    by: 'recipient' | 'executor' | 'owner' | 'operator';
    wrongInAll: number;
    at: string;
  };
  'payment-receipt': {
    ownerName: string;
    planName: string;
    price: string;
    /** The vault that was turned on; null where a plan runs again, with all its vaults and their codes. */
    vaultTitle: string | null;
    at: string;
  };
  'trial-started': { ownerName: string; planName: string; price: string; vaultTitle: string; endsAt: string };
  'trial-ending': {
    ownerName: string;
    planName: string;
    price: string;
    endsAt: string;
    /** With a card and not cancelled, so that the first payment follows. */
    goesOn: boolean;
    link: string;
  };
  'payment-failed': { ownerName: string; planName: string; price: string; link: string };
  'plan-paused': { ownerName: string; planName: string; link: string };
  'plan-ended': { ownerName: string; planName: string; link: string };
  'payment-returned': { ownerName: string; amount: string; link: string };
  'payment-disputed': { ownerName: string; amount: string; link: string };
  'operator-notice': { what: string; details: string[]; at: string };
}

/** Instants are ISO 8601 in UTC; a letter has no viewer's zone, so it shows them in UTC and says so. */
export type LetterContent = { [Kind in LetterKind]: { kind: Kind; facts: Facts[Kind] } }[LetterKind];
export type FactsOf<Kind extends LetterKind> = Facts[Kind];
