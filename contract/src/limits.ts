// Every limit, length and duration of the product. Both sides read them here; none is written a second time.

export const lengths = {
  title: 255,
  name: 255,
  email: 255,
  /** A personal message, in UTF-16 units; about fifty printed pages. */
  message: 100_000,
  question: 500,
  answer: 200,
  fileName: 255,
  mimeType: 100,
  fileType: 100,
  fileSize: 50,
  planName: 100,
  accessCode: 100,
  linkToken: 500,
} as const;

/** bcrypt reads 72 bytes and ignores the rest, so a longer password is refused rather than cut. */
export const passwordBytes = { min: 12, max: 72 } as const;

export const filesPerVault = 5;
export const maxFileBytes = 500 * 1024 * 1024;
export const draftsPerOwner = 10;
/** A vault that is not paid for ends when it was not touched for so long; its owner is written to before. */
export const draftDays = 30;
export const draftNoticeDays = 7;
/** Letters to executors that an owner brings about in a day, and those to one address. */
export const executorLettersPerDay = { ofOwner: 30, toAddress: 20 } as const;
/** Uses of an executor's code within this time stand in one letter. */
export const codeUseLetterMinutes = 60;
/** Fresh links mailed to a recipient in a day; each is valid for half a year. */
export const freshLinksPerDay = 5;
export const minimumAgeYears = 18;

export const uploadLinkMinutes = 15;
export const downloadLinkMinutes = 15;
export const recipientSessionMinutes = 30;
export const recipientLinkDays = 180;
export const freshLinkMinutes = 10;
export const trialDays = 30;
/** A session ends after this long whatever happens, so that its cookie is set once, at sign-in, and never again. */
export const sessionDays = 30;
/** How long signing in takes the deletion of an account back. */
export const accountUndoDays = 30;
export const maxPictureBytes = 2 * 1024 * 1024;
export const passkeysPerOwner = 20;
/** How long an operator's order to turn a second step off waits. */
export const twoFactorResetDays = 7;
/** How long a browser is not asked for a code again, where its owner said so. */
export const trustedBrowserDays = 30;
export const recoveryCodesAtOnce = 10;
/** How long a change that redirects or destroys something can be taken back by the letter about it. */
export const ownerChangeDays = 7;
/** For how long a sign-in, the password or a passkey counts as proof that it is the owner who sits there. */
export const proofMinutes = 10;

/** Wrong answers of a recipient, counted for each vault. */
export const guesses = {
  /** After this many in all, further ones are taken only behind a code mailed to the recipient. */
  withoutCode: 3,
  /** After this many in a row, and after every further one of the longer step, the questions pause. */
  shortPauseAfter: 5,
  shortPauseMinutes: 15,
  longPauseAfter: 10,
  longPauseMinutes: 24 * 60,
  /** After this many in all the questions are closed. */
  lockAfter: 50,
  /** How many more are allowed each time the closed questions are opened again. Nothing ever takes a counted one back. */
  moreByReopening: 10,
  /** How often a code mailed to the recipient opens them again, and how often the executor does. */
  recipientReopenings: 1,
  executorReopenings: 3,
} as const;

/** The code that shows that a recipient can read the mailbox the vault is for. */
export const recipientCode = {
  characters: 8,
  groupCharacters: 4,
  minutes: 10,
  /** Wrong ones of one browser. */
  tries: 5,
  /** Another letter goes out this much later, a few times an hour; after them only when the last code has ended. */
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
  toastRemovalMilliseconds: 1_000_000,
  sharePopup: { width: 600, height: 400 },
  locale: 'en-US',
  currency: 'USD',
} as const;
