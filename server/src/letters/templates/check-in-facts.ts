// The facts of the letters of the check-in, and of those that come once a year.

interface ReviewedVault {
  vaultTitle: string;
  recipientName: string;
  recipientEmail: string;
  /** When its texts and files were last read back; null if not yet, or if a part is damaged. */
  verifiedAt: string | null;
  releaseAt: string | null;
  executors: { executorName: string; executorEmail: string; confirmedAt: string | null }[];
  link: string;
}

export interface CheckInFacts {
  /** Whether the owner is well: the question, two reminders, the last one, and the report that executors were asked. */
  'check-in': {
    firstName: string;
    stage: 'question' | 'reminder' | 'last' | 'over';
    months: number;
    /** Not before this day the next email comes, or after the last one the executors are asked. */
    followsAt: string;
    /** The first vaults whose executors are asked, and their number. */
    vaultTitles: string[];
    vaults: number;
    /** The same of the vaults that are released after their wait, instead. Missing if there are none. */
    releaseTitles?: string[];
    releases?: number;
    /** Answers; in the copy to an address that is new to the account it leads to the page instead. */
    link: string;
    hasLink: boolean;
    page: string;
  };
  'executor-check-in': {
    executorName: string;
    ownerName: string;
    vaultTitle: string;
    recipientName: string;
    /** When we first asked the owner. */
    askedAt: string;
    link: string;
  };
  'executor-check-in-over': { executorName: string; ownerName: string; vaultTitle: string };
  'yearly-review': {
    firstName: string;
    vaults: ReviewedVault[];
    /** How many vaults are not listed. */
    left: number;
    page: string;
  };
  'executor-yearly': {
    executorName: string;
    ownerName: string;
    vaultTitle: string;
    codeSentAt: string | null;
    link: string;
  };
  'executor-code-wanted': {
    firstName: string;
    vaultTitle: string;
    executorName: string;
    executorEmail: string;
    /** Sends the code; in the copy to an address that is new to the account it leads to the vault's page instead. */
    link: string;
    hasLink: boolean;
    page: string;
  };
}
