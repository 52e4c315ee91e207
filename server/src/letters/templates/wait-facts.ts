// The facts of letters about a release that waits, or that a second executor must agree to.

export interface WaitFacts {
  /** A release that the owner can stop. `asked`: a second executor must agree first. */
  'release-wait': {
    firstName: string;
    vaultTitle: string;
    recipientName: string;
    stage: 'asked' | 'started' | 'halfway' | 'day';
    /** The executor who asked, null if the owner did not answer a check-in; and the one who agreed. */
    askedBy: string | null;
    agreedBy: string | null;
    /** When it is released, or lapses if it is only asked for. */
    dueAt: string;
    /** Whether the link stops it. In the copy to an address that is new to the account it leads to the vault instead. */
    stops: boolean;
    link: string;
  };
  'release-wait-ended': {
    firstName: string;
    vaultTitle: string;
    askedBy: string | null;
    why: string;
    /** The executor who objected, and their reason. */
    endedBy: string | null;
    reason: string;
    link: string;
  };
  /** What has become of a request, to each executor. */
  'executor-wait': {
    executorName: string;
    ownerName: string;
    vaultTitle: string;
    recipientName: string;
    notice: string;
    /** Whether this executor asked for the release. */
    isAsker: boolean;
    /** The same of who agreed, and of who ended the request. */
    isAgreer?: boolean;
    isEnder?: boolean;
    /** Whether this executor withdrew a release that was waiting, so that only the others may ask for some days. */
    pauses?: boolean;
    askedBy: string | null;
    agreedBy: string | null;
    endedBy: string | null;
    reason: string;
    dueAt: string;
    /** The executor page. */
    link: string;
  };
}
