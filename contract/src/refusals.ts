// Every refusal of the service: a stable code, its HTTP status, and a sentence that tells a person what to do.

interface RefusalEntry {
  status: number;
  title: string;
  detail: string;
}

export const refusals = {
  'invalid-input': { status: 400, title: 'Invalid input', detail: 'Please check the marked fields.' },
  'invalid-json': { status: 400, title: 'Invalid JSON', detail: 'The request body is not valid JSON.' },
  'bad-request': { status: 400, title: 'Bad request', detail: 'The request could not be understood.' },
  'invalid-signature': { status: 400, title: 'Invalid signature', detail: 'The signature of this event is not valid.' },
  'reset-link-refused': {
    status: 400,
    title: 'Link no longer works',
    detail: 'This link has expired or was used already. Please ask for a new one.',
  },
  'two-factor-reset-over': {
    status: 400,
    title: 'Nothing to stop',
    detail:
      'This was already stopped, or it has already happened. Your account page shows whether the second step is on.',
  },
  'confirm-link-refused': {
    status: 400,
    title: 'Link no longer works',
    detail: 'This link has expired or was used already. If your address is not confirmed yet, ask for a new letter.',
  },
  'email-link-refused': {
    status: 400,
    title: 'Link no longer works',
    detail:
      'This link has expired, was used already, or the address can no longer be used. Please ask for a new one on your account page.',
  },
  'change-link-unknown': {
    status: 404,
    title: 'Link not found',
    detail: 'This link is not complete. Please open it again from the letter, or copy the whole of it.',
  },
  'change-link-expired': {
    status: 410,
    title: 'Link no longer works',
    detail:
      'The seven days of this link are over, so it can no longer undo the change. If you think that someone else is in your account, choose a new password and write to us.',
  },
  'change-undone': {
    status: 409,
    title: 'Already undone',
    detail: 'This change was already undone. There is nothing more to do here.',
  },
  'email-taken': {
    status: 409,
    title: 'Address in use',
    detail:
      'Another account with vaults of its own now uses this address, so it could not be restored. Everybody else was signed out of your account. Please write to us, and we will sort it out together.',
  },
  unauthorized: { status: 401, title: 'Unauthorized', detail: 'Unauthorized: please sign in to continue.' },
  'wrong-credentials': {
    status: 403,
    title: 'Sign-in failed',
    detail: 'The email address or the password is not right.',
  },
  'email-not-verified': {
    status: 403,
    title: 'Email not confirmed',
    detail: 'Please confirm your email address first. We have sent you a new letter with the link.',
  },
  'password-to-confirm': {
    status: 403,
    title: 'Password needed',
    detail: 'This is not the browser you signed up in. Please enter the password you chose there.',
  },
  'account-suspended': {
    status: 403,
    title: 'Account suspended',
    detail: 'This account is suspended. Please write to us if you think it should not be.',
  },
  'account-not-linked': {
    status: 403,
    title: 'Address not confirmed',
    detail:
      'There is an account with this address that was never confirmed. Please choose a new password for it first.',
  },
  'second-step-needed': {
    status: 403,
    title: 'One more step',
    detail: 'Please enter the code your authenticator app shows.',
  },
  'second-step-refused': {
    status: 403,
    title: 'Code not right',
    detail: 'This code is not right, or it was used already. Please enter the newest one.',
  },
  'second-step-over': {
    status: 403,
    title: 'Please begin again',
    detail: 'This took too long or too many tries. Please sign in again.',
  },
  'wrong-password': { status: 403, title: 'Wrong password', detail: 'This password is not right. Please try again.' },
  'proof-needed': {
    status: 403,
    title: 'Please show that it is you',
    detail: 'Please show once more that it is you, with your password or a passkey, or by signing in again.',
  },
  'passkey-refused': {
    status: 403,
    title: 'Passkey not accepted',
    detail: 'This passkey was not accepted. Please try again, or sign in another way.',
  },
  'first-visit-over': {
    status: 403,
    title: 'Please begin again',
    detail: 'This took too long. Please sign in once more.',
  },
  'prefetch-refused': {
    status: 403,
    title: 'Still signed in',
    detail: 'Your browser sent this request ahead of time, so you are still signed in.',
  },
  'origin-refused': { status: 403, title: 'Origin refused', detail: 'This request came from another site.' },
  'plan-limit-reached': {
    status: 403,
    title: 'No place left',
    detail: 'Your plan has no place left for another vault.',
  },
  'draft-storage-full': {
    status: 403,
    title: 'Drafts are full',
    detail:
      'Your unpaid vaults hold as many files as one vault may. Please pay for one, or remove a file or a draft, before you add more.',
  },
  'draft-limit-reached': {
    status: 403,
    title: 'Too many drafts',
    detail: 'You have 10 unpaid vaults. Please pay for one or delete one before you create another.',
  },
  'edit-limit-reached': {
    status: 403,
    title: 'No edits left',
    detail: 'This vault has no edits left on its plan.',
  },
  'plan-lapsed': {
    status: 403,
    title: 'Plan ended',
    detail:
      'Your plan has ended or is paused, so this vault cannot be changed. It can still be released. You can restart or resume the plan under billing.',
  },
  'access-code-refused': { status: 403, title: 'Verification failed', detail: 'Invalid access code' },
  'link-email-refused': { status: 403, title: 'Verification failed', detail: 'Invalid email address' },
  'answers-refused': { status: 403, title: 'Verification failed', detail: 'Incorrect answers' },
  'email-step-first': {
    status: 403,
    title: 'Email address first',
    detail: 'Please enter your email address before the questions.',
  },
  'mailbox-code-first': {
    status: 403,
    title: 'One more step',
    detail: 'Please ask for a code first. We send it to your email address.',
  },
  'mailbox-code-refused': {
    status: 403,
    title: 'Verification failed',
    detail: 'This code is not right. Please look at the newest letter and try again.',
  },
  'mailbox-code-over': {
    status: 403,
    title: 'Code no longer works',
    detail: 'This code no longer works. Please ask for a new one.',
  },
  'link-signature-refused': {
    status: 403,
    title: 'Link no longer works',
    detail: 'This link has expired. Please go back to the page and try again.',
  },
  'payment-incomplete': {
    status: 409,
    title: 'Payment not complete',
    detail: 'This payment has not been completed.',
  },
  'payment-refused': {
    status: 409,
    title: 'Payment refused',
    detail: 'This payment does not belong to a vault of yours.',
  },
  'not-found': { status: 404, title: 'Not found', detail: 'There is nothing at this address.' },
  'vault-not-found': {
    status: 404,
    title: 'Vault Not Found',
    detail: "This vault doesn't exist or you don't have access to it",
  },
  'session-not-found': { status: 404, title: 'Not found', detail: 'You have no such session.' },
  'passkey-not-found': { status: 404, title: 'Not found', detail: 'You have no such passkey.' },
  'executor-not-found': { status: 404, title: 'Not found', detail: 'This vault has no such executor.' },
  'file-not-found': { status: 404, title: 'Not found', detail: 'There is no such file.' },
  'link-not-found': {
    status: 404,
    title: 'Link not found',
    detail: 'This link is not known. Please open the link in your letter again, or copy it whole.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    detail: 'This address does not accept that method.',
  },
  'request-too-slow': {
    status: 408,
    title: 'Too slow',
    detail: 'The request did not arrive in time. Please try again, with a better connection if you can.',
  },
  'vault-released': {
    status: 409,
    title: 'Cannot Edit Released Vault',
    detail: 'This vault has already been released and cannot be edited',
  },
  'already-released': { status: 409, title: 'Vault Already Released', detail: 'This vault has already been released' },
  'mailbox-code-not-needed': {
    status: 409,
    title: 'No code needed',
    detail: 'You can answer the questions without a code.',
  },
  'reopenings-used-up': {
    status: 409,
    title: 'Reopened three times',
    detail: 'The questions of this vault have already been opened again three times. Please write to us for help.',
  },
  'not-released': { status: 409, title: 'Not released', detail: 'This vault has not been released yet.' },
  'already-paid': { status: 409, title: 'Already paid', detail: 'This vault is already active.' },
  'wrong-plan-kind': {
    status: 409,
    title: 'Wrong kind of plan',
    detail: 'The plan of this vault is paid for in another way.',
  },
  'plan-not-found': { status: 404, title: 'Not found', detail: 'You have no such plan.' },
  'plan-ended': { status: 409, title: 'Plan ended', detail: 'This plan has ended and cannot be changed any more.' },
  'plan-too-small': {
    status: 409,
    title: 'Plan too small',
    detail: 'Your vaults do not all fit on that plan. Please delete one of them first.',
  },
  'plan-paused': { status: 409, title: 'Plan paused', detail: 'This plan is paused. Please resume it first.' },
  'plan-runs': {
    status: 409,
    title: 'Plan is active',
    detail: 'This plan is still active, or it was already restarted. There is nothing to pay.',
  },
  'plan-without-vaults': {
    status: 409,
    title: 'No vault left',
    detail: 'This plan has no vault left. Please create a new vault instead.',
  },
  'plan-not-offered': {
    status: 409,
    title: 'Plan not on offer',
    detail: 'This plan is no longer on offer. Please write to us, and we will find a way together.',
  },
  'card-needed': { status: 409, title: 'Card needed', detail: 'This plan has no card. Please add one first.' },
  'card-declined': {
    status: 409,
    title: 'Card declined',
    detail: 'The card was declined, so nothing was changed. Please try another card.',
  },
  'price-outdated': {
    status: 409,
    title: 'Please check again',
    detail: 'This price was shown too long ago and may have changed. Please check it again.',
  },
  'two-factor-on': { status: 409, title: 'Already on', detail: 'The second step is already on.' },
  'two-factor-off': { status: 409, title: 'Not on', detail: 'The second step is not on.' },
  'too-many-passkeys': { status: 409, title: 'Too many passkeys', detail: 'An account holds at most 20 passkeys.' },
  'too-many-files': { status: 409, title: 'Too many files', detail: 'A vault holds at most 5 files.' },
  'upload-finished': { status: 409, title: 'Already uploaded', detail: 'This file has already been uploaded.' },
  'upload-incomplete': {
    status: 400,
    title: 'Upload incomplete',
    detail: 'The file did not arrive whole. Please try again.',
  },
  'file-empty': { status: 400, title: 'Empty file', detail: 'This file is empty.' },
  'link-expired': {
    status: 410,
    title: 'Link expired',
    detail: 'This link has expired. A fresh one can be sent to the address it was sent to.',
  },
  'length-required': { status: 411, title: 'Length required', detail: 'The upload must declare its length.' },
  'too-large': { status: 413, title: 'Too large', detail: 'This is larger than we can accept.' },
  'picture-refused': {
    status: 415,
    title: 'Picture not accepted',
    detail: 'Please choose a picture that is a PNG, a JPEG or a WebP.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    detail: 'This kind of content is not accepted here.',
  },
  'host-refused': {
    status: 421,
    title: 'Not this address',
    detail: 'This installation answers only on the machine it runs on. Please open it there, at localhost.',
  },
  'range-refused': { status: 416, title: 'Range not satisfiable', detail: 'The file does not have that part.' },
  'repeated-differently': {
    status: 422,
    title: 'Already created',
    detail:
      'Your last try did reach us. It created a vault from what you had entered then, which is now on your home page. Press the button again to create this one as well.',
  },
  'answers-locked': {
    status: 423,
    title: 'Questions closed',
    detail:
      'There were too many wrong answers, so the questions are closed. Nothing is lost. Please ask the executor or the service to open them again; you will then get a new letter.',
  },
  'answers-paused': {
    status: 429,
    title: 'Please wait',
    detail: 'There were several wrong answers, so the questions are paused for a while.',
  },
  'letter-limit-reached': {
    status: 429,
    title: 'Too many letters today',
    detail: 'No more letters can be sent to executors today. Please try again tomorrow.',
  },
  'too-many-requests': {
    status: 429,
    title: 'Too many tries',
    detail: 'There were too many tries. Please wait a little and try again.',
  },
  busy: {
    status: 503,
    title: 'One moment',
    detail: 'Many people are using the service right now. Nothing is lost. Please try again in a few seconds.',
  },
  'file-damaged': {
    status: 500,
    title: 'File damaged',
    detail:
      'This file was damaged on our side. We have been notified. Nothing else is affected. Please try again later.',
  },
  'service-busy': {
    status: 503,
    title: 'Not available',
    detail: 'The payment service did not answer. Please try again in a moment.',
  },
  'database-unavailable': {
    status: 503,
    title: 'One moment, please',
    detail: 'This could not be finished just now. Please try again in a moment.',
  },
  'not-ready': { status: 503, title: 'Not ready', detail: 'A part of the service does not work at the moment.' },
  'storage-full': {
    status: 507,
    title: 'Not stored',
    detail: 'The file could not be stored just now. Please try again later.',
  },
} as const satisfies Record<string, RefusalEntry>;

export type RefusalCode = keyof typeof refusals;
