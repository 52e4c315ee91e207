// What a recipient's browser is shown: the step it has reached, and at the end the message and the files.
import * as z from 'zod/mini';
import { fileTypes } from './files.ts';

export const accessibleVault = z.object({
  id: z.string(),
  title: z.string(),
  message: z.string(),
  /** Whether the message cannot be opened at the moment. It is blank then. */
  isUnreadable: z.boolean(),
  /** Who wrote it, and when the message was last changed. */
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
  /** What to show instead of the file name; may be blank. */
  caption: z.string(),
  /** What is said in a recording; may be blank. `isWebVtt` of files.ts tells captions from plain text. */
  transcript: z.string(),
  /** Since when its bytes have been checked without a change; null where that is not known yet. */
  unchangedSince: z.nullable(z.string()),
  isDamaged: z.boolean(),
  /** What a virus scanner called it when it was added; null where it found nothing, or none looked at it. */
  finding: z.nullable(z.string()),
  /** Whether its words cannot be opened at the moment. They are blank then, and other words stand in the place of the name. */
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

/** A mailed code: until when it works, and when another may be sent. */
export const sentCode = z.object({ expiresAt: z.string(), resendAt: z.string() });
export type SentCode = z.output<typeof sentCode>;

/** How many more wrong answers there may be, and for how many minutes the questions pause then; null where they close. */
const triesLeft = z.object({ tries: z.int(), pauseMinutes: z.nullable(z.int()) });
export type TriesLeft = z.output<typeof triesLeft>;

export const accessState = z.object({
  step: z.enum(['email', 'code', 'questions', 'granted']),
  questions: z.optional(z.array(z.string())),
  vault: z.optional(content.vault),
  files: z.optional(content.files),
  everythingUrl: z.optional(content.everythingUrl),
  /** From the third wrong answer in a row on, and near the last one allowed. */
  triesLeft: z.optional(triesLeft),
  /** Until when the questions are paused after wrong answers. */
  pausedUntil: z.optional(z.string()),
  /** Whether the questions are closed after too many wrong answers. At the step `code` a mailed code reopens them once. */
  locked: z.optional(z.boolean()),
  /** The code this browser has requested. */
  code: z.optional(sentCode),
});
export type AccessState = z.output<typeof accessState>;
