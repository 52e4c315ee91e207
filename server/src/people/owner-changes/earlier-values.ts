// What an undo link restores, for each kind of change, and the fingerprint of a state.
import { createHash } from 'node:crypto';

/** The value to restore: an address, with or without a name. The session, if any, stays signed in. */
export interface EarlierValue {
  name?: string;
  email: string;
  /** The second address of a recipient or an executor. */
  secondEmail?: string | null;
  /** The note for an executor. */
  note?: string;
  sessionId?: string;
}

/** The questions to restore as they were stored, with the hashes of their answers. */
export interface EarlierQuestions {
  questions: { question: string; answer: string; otherAnswers: string[]; spellings: number }[];
}

export interface EarlierName {
  firstName: string | null;
  lastName: string | null;
}

export interface EarlierTitle {
  title: string;
}

export interface EarlierDate {
  /** Null if there was none. */
  releaseDate: string | null;
}

/** What happens if the email of a release is not opened. */
export interface EarlierDelivery {
  recipientSecondEmail: string | null;
  followUp: boolean;
}

export interface EarlierSettings {
  waitHours: number;
  mustAgree: boolean;
  /** Set if the change also turned off the release of the vault by a silence. */
  checkIn?: 'release';
}

/** The message and files to restore, sealed under their vault's key as they were stored. */
export interface EarlierContent {
  message: string;
  messageWrittenAt: string;
  files: { id: string; fileName: string; caption: string; transcript: string }[];
  /** The ids of the files that the change itself added. */
  addedFiles?: string[];
}

/** The check-in to restore, as far as it asked more. */
export interface EarlierCheckIn {
  checkIn: { months: number | null; pausedUntil: string | null; vaultIds: readonly string[]; yearly: boolean };
  /** The vaults that a silence released only since, and no longer. */
  releases?: { added: readonly string[]; removed: readonly string[] };
}

/** The second step to turn on again, with the digests of its recovery codes. */
export interface EarlierTwoFactor {
  /** Null if it can no longer be opened. */
  secret: string | null;
  isProved: boolean;
  lastStep: number;
  recoveryCodes: string[];
}

/** Sealed together with the earlier value. */
export interface EarlierMarks {
  /** The fingerprint of what the change made, so that an undo knows whether something came after it. */
  after?: string;
  /** For an undo: the changes that it ended. They can be undone again once it is undone itself. */
  ended?: string[];
}

/** A difference in one character gives another value. */
export const fingerprintOf = (state: object): string =>
  createHash('sha256').update(JSON.stringify(state)).digest('base64url');
