// The limits, lengths and durations that the server and the pages share. Prices are in plan-catalogue.ts, a call's rate limit is with
// the call, and the end of an unpaid plan is in server/src/payments/webhooks/reconcile-payments.ts.

/** The maximum length of a title and a name on an executor's card, which are part of a link. */
export const cardTitleLength = 60;

/** In Unicode code points, as the database and the API document count them: an emoji is one, and so is a separately typed accent. */
export const lengths = {
  title: 255,
  name: 255,
  email: 255,
  /** A personal message: about fifty printed pages. */
  message: 100_000,
  question: 500,
  /** The owner's note for the executor. */
  executorNote: 1000,
  /** Why an executor objects to a release. */
  objectionReason: 500,
  answer: 200,
  fileName: 255,
  mimeType: 100,
  fileType: 100,
  fileSize: 50,
  caption: 300,
  /** The spoken text of a recording: about an hour of speech, or its captions as WebVTT. */
  transcript: 50_000,
  planName: 100,
  accessCode: 100,
  linkToken: 500,
  /** A password to compare, which may be older than today's limits. */
  typedPassword: 1000,
  /** A page to continue to after signing in. */
  next: 2000,
} as const;

/** bcrypt ignores everything after 72 bytes, so a longer password is refused instead of truncated. */
export const passwordBytes = { min: 12, max: 72 } as const;

/** The letters and numbers of an executor's code: 100 random bits. */
export const accessCodeCharacters = 20;

/** The same on every plan. It is enforced when a file is announced, uploaded and saved. */
export const filesPerVault = 5;
/** Files of a vault that are uploaded and not saved yet: enough for two saves. A file that is never saved is removed after a day. */
export const pendingFilesPerVault = 2 * filesPerVault;
/** Files that were removed from a vault within the last days and can still be restored. */
export const removedFilesPerVault = 2 * filesPerVault;
export const questionsPerVault = 2;
/** Spellings of one answer that are accepted. */
export const spellingsPerAnswer = 3;
/** How many times an hour an owner may try their own answers to the questions of one vault. */
export const answerTriesPerHour = 30;
export const questionChangesPerHour = 30;
/** The form names one; the owner may add others. */
export const executorsPerVault = 5;
export const maxFileBytes = 500 * 1024 * 1024;
export const draftsPerOwner = 10;
/** An unpaid vault is deleted after this many days without a change; its owner gets a letter beforehand. */
export const draftDays = 30;
export const draftNoticeDays = 7;
/** Before a release an executor learns whether the owner used the account within this time. */
export const ownerHereDays = 30;
/** The limits on letters to executors in a day: those that one owner, one network or all owners cause, and those to one address. */
export const executorLettersPerDay = {
  ofOwner: 30,
  ofNetwork: 60,
  ofInstallation: 5000,
  toAddress: 20,
  toKnown: 3,
} as const;
/** How many addresses an owner who has paid nothing reaches in their first days. */
export const strangersOfNewOwner = { addresses: 5, days: 7 } as const;
/**
 * Letters to recipients, and others that no owner causes at that moment, are counted in a day when they are sent: those of one owner, and those
 * of all owners who have paid nothing. Over a limit they wait.
 */
export const sentToStrangersPerDay = { ofOwner: 60, ofUnpaid: 500 } as const;
/** After somebody reported an email, emails of its owner to people who have not confirmed wait for the operator, but not longer. */
export const reportedWaitDays = 7;
/** Letters about an account to one address in a day, unless they are asked for in a browser that the account knows. */
export const accountLettersPerDay = 10;
/** Address changes that an owner may request in a day: each mails somebody who never asked for a letter. */
export const addressChangesPerDay = 5;
/** How long an account reads no content after a move to a new address, unless the previous mailbox agrees. */
export const newAddressHours = 24;
/** Passwords that a session may try in a day as a proof, so that it cannot be used to guess. */
export const passwordProofsPerDay = 40;
/** Uses of an executor's code within this time are reported in one letter. */
export const codeUseLetterMinutes = 60;
/** An executor's code that was lost is mailed again: how often a day, and the time between two emails. */
export const lostCodes = { perDay: 3, minutes: 10 } as const;
/** How often a day a lost code or link may be requested for one address, and for how many of its vaults at once. */
export const sendAgainPerDay = { requests: 10, vaults: 100 } as const;
/** Fresh links mailed to a recipient in a day; each is valid for half a year. */
export const freshLinksPerDay = 5;
/**
 * After a release that nobody opens, in days: when the recipient is reminded, when the executors are asked, when once more, and until when
 * anything is done. The second address is used after as many days as the first reminder.
 */
export const followUpDays = { remind: 3, remindAgain: 10, ask: 10, askAgain: 24, until: 90 } as const;
/** How long the owner can stop an executor's correction of the recipient's address, which then takes effect. */
export const correctionHours = 24;
export const minimumAgeYears = 18;

export const uploadLinkMinutes = 15;
export const downloadLinkMinutes = 15;
export const recipientSessionMinutes = 30;
export const recipientLinkDays = 180;
export const freshLinkMinutes = 10;
/** How often readers may close a link of a vault because it is not for them. After that we only report it. */
export const linkClosings = 3;
/** After how many days a recipient may be reminded. */
export const reminderDays = { week: 7, month: 30 } as const;
/** The time until another rehearsal of the same vault may be sent to its owner. */
export const rehearsalMinutes = 60;
export const trialDays = 30;
/** A session always ends after this many days, so its cookie is set once, at sign-in. */
export const sessionDays = 30;
/** How long signing in restores a deleted account. */
export const accountUndoDays = 30;
export const maxPictureBytes = 2 * 1024 * 1024;
export const passkeysPerOwner = 20;
/** How long an operator's order to turn off two-factor waits. */
export const twoFactorResetDays = 7;
/** How long a trusted browser needs no code. */
export const trustedBrowserDays = 30;
export const recoveryCodesAtOnce = 10;
/** How long the letter about a change that redirects or destroys something can undo it. */
export const ownerChangeDays = 7;
/** How long a sign-in, the password or a passkey is valid as a proof of the owner's identity. */
export const proofMinutes = 10;
/** How long after a sign-in the message and the files of a vault can be replaced without a proof. */
export const freshSessionMinutes = 60;
/** A release date nearer than this needs a proof. */
export const nearReleaseDays = 7;
/** An unproven release date releases nothing within this time after it was set. */
export const unprovenDateHours = 24;

/** What happens after a recipient's wrong answers, counted for each vault: a mailed code, a wait, and closed questions. */
export const afterWrongAnswers = {
  /** From this many wrong answers in a row, the page shows how many tries are left. */
  countdownAfter: 3,
  /** After this many in total, more answers require a code mailed to the recipient. */
  withoutCode: 3,
  /** After this many in a row the questions are paused. */
  shortPauseAfter: 5,
  shortPauseMinutes: 15,
  longPauseAfter: 10,
  longPauseMinutes: 24 * 60,
  /** After this many in total the questions are closed. */
  lockAfter: 50,
  /** How many more are allowed each time closed questions are reopened. The count itself is never reduced. */
  moreByReopening: 10,
  /** How often the recipient (with a mailed code) and the executor may reopen them. */
  recipientReopenings: 1,
  executorReopenings: 3,
} as const;

/** A code that proves access to a mailbox: the recipient's for a vault, the owner's for the account. */
export const mailedCode = {
  characters: 8,
  groupCharacters: 4,
  minutes: 10,
  /** Wrong codes allowed in one browser. */
  tries: 5,
  /** Another code may be sent after this time, a few times an hour; after that only when the last code has expired. */
  resendMinutes: 2,
  quickLettersPerHour: 3,
} as const;

/** A JSON body, in bytes. The longest message in four-byte characters fits. */
export const maxJsonBodyBytes = 512 * 1024;

export const display = {
  openingMilliseconds: 2500,
  openingReducedMotionMilliseconds: 100,
  loginRedirectMilliseconds: 500,
  recorderTickMilliseconds: 1000,
  toastMilliseconds: 5000,
  toastsAtOnce: 1,
  sharePopup: { width: 600, height: 400 },
  locale: 'en-US',
  currency: 'USD',
} as const;
