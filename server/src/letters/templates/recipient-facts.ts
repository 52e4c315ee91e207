// The facts of the letters to a recipient, and of those that report what became of them.

export interface RecipientLink {
  /** Whether its reader asked to be reminded. */
  isReminder?: boolean;
  recipientName: string;
  ownerName: string;
  link: string;
  validUntil: string;
  /** The executor's name, empty if they have none; null if its date released it, or the silence of its owner. */
  releasedBy: string | null;
  bySilence?: true;
}

export interface RecipientFacts {
  'recipient-invitation': RecipientLink;
  'recipient-fresh-link': RecipientLink;
  /** Sent to the owner and to each executor. */
  'recipient-unreached': { name: string; recipientName: string; recipientEmail: string; vaultTitle: string };
  /** Sent to the owner and to each executor. */
  'link-disowned': {
    name: string;
    recipientName: string;
    recipientEmail: string;
    vaultTitle: string;
    /** False if the link still works. */
    isClosed: boolean;
    /** The page that sends a link again. */
    link: string;
    /** The page where an executor can correct the address, if the owner chose that. */
    correctAt?: string | null;
    /** The page where the owner can undo a release that nobody has opened. */
    undoAt?: string;
  };
  'questions-paused': { recipientName: string; pauseMinutes: number };
  'questions-locked': {
    recipientName: string;
    ownerName: string;
    /** Whether the page can still mail a code that reopens the questions. */
    canReopen: boolean;
  };
  'recipient-code': {
    recipientName: string;
    ownerName: string;
    code: string;
    /** Whether the code opens closed questions again. */
    reopens: boolean;
  };
}
