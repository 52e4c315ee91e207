// The state shown in a recipient's browser: the step it has reached, and at the end the message and the files.
import * as z from 'zod/mini';
import { shownFile } from './files.ts';

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
  ...shownFile,
  /** Whether its texts cannot be opened at the moment. They are then blank, and a placeholder replaces the name. */
  isUnreadable: z.boolean(),
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
  /** Whom to ask about the questions: the owner, and the executor who released it, if they have a name. After the address is proven. */
  ownerName: z.optional(z.string()),
  releasedBy: z.optional(z.string()),
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
  /** When a fresh link is mailed because its reader asked for it. */
  remindAt: z.optional(z.string()),
});
export type AccessState = z.output<typeof accessState>;
