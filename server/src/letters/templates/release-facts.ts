// The facts of the letters about a release and its undo, by kind. Instants are ISO 8601 in UTC.

export interface ReleaseFacts {
  'vault-released': {
    firstName: string;
    vaultTitle: string;
    recipientName: string;
    /** The executor's name; null if the vault was released on its date, or because its owner did not answer a check-in. */
    releasedBy: string | null;
    bySilence?: true;
    at: string;
    /** Undoes the release until then. Missing for an address that is new to the account, and in letters of version 1.0.0. */
    link?: string;
    until?: string;
  };
  'release-undone': {
    firstName: string;
    vaultTitle: string;
    recipientName: string;
    at: string;
    /** The release date that was removed, and the one that is still ahead; null for none. */
    removedDate: string | null;
    nextDate: string | null;
    hasExecutor: boolean;
    isRecipientNotified: boolean;
    /** The address to which an executor had redirected the release, if any. */
    undoneCorrection?: string | null;
    canEdit: boolean;
    link: string;
  };
  'executor-release-undone': {
    executorName: string;
    ownerName: string;
    vaultTitle: string;
    recipientName: string;
    /** Whether the vault has lost its release date too. */
    removesDate: boolean;
  };
  'recipient-release-undone': { recipientName: string };
}
