// The state shown in a recipient's browser: the step it has reached, and at the end the message and the files.
import * as z from 'zod/mini';
import { fileTypes } from './files.ts';

export const accessibleVault = z.object({
  id: z.string(),
  title: z.string(),
  message: z.string(),
  /** Whether the message cannot be opened at the moment. It is then blank. */
  isUnreadable: z.boolean(),
  /** The author, and when the message was last changed. */
  ownerName: z.string(),
  recipientName: z.string(),
  writtenAt: z.string(),
});
export const accessibleFile = z.object({
  id: z.string(),
  fileName: z.string(),
  fileType: z.enum(fileTypes),
  mimeType: z.string(),
  fileSize: z.string(),
  sizeBytes: z.int(),
  /** Shown instead of the file name; may be blank. */
  caption: z.string(),
  /** The spoken text of a recording; may be blank. `isWebVtt` of files.ts distinguishes captions from plain text. */
  transcript: z.string(),
  /** Since when checks have found its bytes unchanged; null if not known yet. */
  unchangedSince: z.nullable(z.string()),
  isDamaged: z.boolean(),
  /** The virus scanner's name for its finding at upload; null if there was none, or no scanner examined it. */
  finding: z.nullable(z.string()),
  /** Whether its texts cannot be opened at the moment. They are then blank, and a placeholder replaces the name. */
  isUnreadable: z.boolean(),
  downloadUrl: z.string(),
});
export type AccessibleVault = z.output<typeof accessibleVault>;
export type AccessibleFile = z.output<typeof accessibleFile>;

export const content = {
  vault: accessibleVault,
  files: z.array(accessibleFile),
  /** The signed link to everything as one ZIP. */
  everythingUrl: z.string(),
};

/** A mailed code: its expiry, and when another may be sent. */
export const sentCode = z.object({ expiresAt: z.string(), resendAt: z.string() });
export type SentCode = z.output<typeof sentCode>;

/** How many more wrong answers are allowed, and for how many minutes the questions then pause; null if they close. */
const triesLeft = z.object({ tries: z.int(), pauseMinutes: z.nullable(z.int()) });
export type TriesLeft = z.output<typeof triesLeft>;

export const accessState = z.object({
  step: z.enum(['email', 'code', 'questions', 'granted']),
  questions: z.optional(z.array(z.string())),
  vault: z.optional(content.vault),
  files: z.optional(content.files),
  everythingUrl: z.optional(content.everythingUrl),
  /** Shown from the third wrong answer in a row, and near the last one allowed. */
  triesLeft: z.optional(triesLeft),
  /** Until when the questions are paused after wrong answers. */
  pausedUntil: z.optional(z.string()),
  /** Whether the questions are closed after too many wrong answers. At the step `code` a mailed code reopens them once. */
  locked: z.optional(z.boolean()),
  /** The code this browser has requested. */
  code: z.optional(sentCode),
});
export type AccessState = z.output<typeof accessState>;
