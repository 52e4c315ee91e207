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
export const passwordBytes = { least: 12, most: 72 } as const;

export const filesPerVault = 5;
export const fileBytesMost = 500 * 1024 * 1024;
export const draftsPerOwner = 10;
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
export const pictureBytesMost = 2 * 1024 * 1024;
export const passkeysPerOwner = 20;
export const recoveryCodesAtOnce = 10;
/** For how long a sign-in, the password or a passkey counts as proof that it is the owner who sits there. */
export const proofMinutes = 10;

/** Wrong addresses and answers, counted together for each vault. */
export const guesses = {
  /** After this many in a row, and after every further one of the longer step, the questions pause. */
  shortPauseAfter: 5,
  shortPauseMinutes: 15,
  longPauseAfter: 10,
  longPauseMinutes: 24 * 60,
  /** After this many in all, the executor or the owner must open the questions again. */
  lockAfter: 50,
} as const;

/** A JSON body, in bytes. The longest message in four-byte characters fits. */
export const jsonBodyBytesMost = 512 * 1024;

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
