// The facts of letters about an email that was not opened after a release.
import type { RecipientLink } from './recipient-facts.ts';

export interface FollowUpFacts {
  /** Sent again some days after the release, with another link. The earlier ones stay valid. */
  'recipient-reminder': RecipientLink;
  /** Asks an executor, with the same code as before. */
  'executor-unopened': {
    executorName: string;
    ownerName: string;
    vaultTitle: string;
    recipientName: string;
    recipientEmail: string;
    /** Has the link too. */
    secondEmail?: string;
    releasedAt: string;
    isAgain: boolean;
    /** Two executors have to ask for the same address. */
    needsAgreement?: true;
    code: string;
    /** The executor page. */
    link: string;
  };
  /** To the owner of a vault without an executor. */
  'owner-unopened': {
    firstName: string;
    vaultTitle: string;
    recipientName: string;
    recipientEmail: string;
    /** Has the link too. */
    secondEmail?: string;
    releasedAt: string;
    isAgain: boolean;
    link: string;
  };
  /** An executor corrects the recipient's address. */
  'correction-asked': {
    firstName: string;
    vaultTitle: string;
    executorName: string;
    /** Who asked for it first, where two must agree. */
    agreedWith?: string;
    recipientName: string;
    earlierAddress: string;
    newAddress: string;
    /** Whether the new address is that of an executor of the vault. */
    isExecutors?: boolean;
    /** When it takes effect. */
    dueAt: string;
    /** Stops it. Null in the copy to an address that is new to the account. */
    link: string | null;
  };
  /** To the address that is corrected, and to the second one. It does not name the new one. */
  'recipient-correction': {
    recipientName: string;
    ownerName: string;
    releasedBy: string | null;
    dueAt: string;
    /** Whether it goes to the second address, which stays and gets another link. */
    isSecond?: boolean;
  };
  /** To the other executors when one of them asks for a correction, and to all when its owner has stopped it. */
  'executor-correction': {
    executorName: string;
    ownerName: string;
    vaultTitle: string;
    recipientName: string;
    isStopped: boolean;
    /** Two must agree, and the reader may be the second. */
    needsAgreement?: true;
    /** Who asked for it, and when it takes effect; blank if it was stopped or nobody has agreed yet. */
    askedBy: string;
    dueAt: string;
  };
}
