// The refusals of vaults, their files and their recipients.
import { draftsPerOwner, executorsPerVault, filesPerVault, removedFilesPerVault } from './limits.ts';
import type { RefusalEntry } from './refusal-entry.ts';

export const vaultRefusals = {
  'draft-storage-full': {
    status: 403,
    title: 'Drafts are full',
    detail:
      'Your unpaid vaults together already have as many files as a single vault may have. Please pay for a vault, or remove a file or a draft, before you add more files.',
  },
  'trial-storage-full': {
    status: 403,
    title: 'No room without a payment',
    detail:
      'The room for files of vaults without a payment is used up at present. Please pay for a vault before you add more files, or try again in some days. What is stored stays.',
  },
  'draft-limit-reached': {
    status: 403,
    title: 'Too many drafts',
    detail: `You have ${draftsPerOwner} unpaid vaults. Please pay for a vault or delete a vault before you create another.`,
  },
  'edit-limit-reached': {
    status: 403,
    title: 'No edits left',
    detail: 'This vault has no edits left on its plan. Vaults on Basic Plus or Premium Plus have unlimited edits.',
  },
  'edit-conflict': {
    status: 409,
    title: 'Changed somewhere else',
    detail: 'This vault was changed somewhere else after you opened it. Nothing is lost: please choose what to save.',
  },
  'access-code-refused': { status: 403, title: 'Verification failed', detail: 'Invalid access code' },
  'link-email-refused': { status: 403, title: 'Verification failed', detail: 'Invalid email address' },
  'answers-refused': { status: 403, title: 'Verification failed', detail: 'Incorrect answers' },
  'answers-incomplete': {
    status: 403,
    title: 'One answer is missing',
    detail: 'Please answer every question. This did not count as a wrong answer.',
  },
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
    detail: 'This code is wrong. Please check the newest email and try again.',
  },
  'mailbox-code-over': {
    status: 403,
    title: 'Code no longer works',
    detail: 'This code no longer works. Please ask for a new code.',
  },
  'next-code-waits': {
    status: 429,
    title: 'A few minutes, please',
    detail: 'Too many wrong codes were entered here. You can ask for another code in a few minutes.',
  },
  'link-signature-refused': {
    status: 403,
    title: 'Link no longer works',
    detail: 'This link has expired. Please go back to the page and try again.',
  },
  'vault-not-found': {
    status: 404,
    title: 'Vault Not Found',
    detail: "This vault doesn't exist or you don't have access to it",
  },
  'executor-limit-reached': {
    status: 403,
    title: 'Too many executors',
    detail: `A vault has at most ${executorsPerVault} executors. Please correct the details of one of them.`,
  },
  'report-link-unknown': {
    status: 404,
    title: 'Link not found',
    detail: 'We have no record of the email that this link belongs to. Please write to us instead.',
  },
  'confirmation-link-unknown': {
    status: 404,
    title: 'Link not found',
    detail: 'This link no longer works. If you have a newer email, please use the link in it.',
  },
  'executor-not-found': { status: 404, title: 'Not found', detail: 'This vault has no such executor.' },
  'file-not-found': { status: 404, title: 'Not found', detail: 'There is no such file.' },
  'link-not-found': {
    status: 404,
    title: 'Link not found',
    detail: 'We do not know this link. Please open the link in our email again, or copy the complete link.',
  },
  'vault-released': {
    status: 409,
    title: 'Cannot Edit Released Vault',
    detail: 'This vault has already been released and cannot be edited',
  },
  'release-opened': {
    status: 409,
    title: 'Already opened',
    detail:
      'The recipient has already proven who they are, so this release can no longer be undone. What they have read stays with them.',
  },
  'release-undone': {
    status: 409,
    title: 'The release was undone',
    detail:
      'The owner of this vault has undone its release since you opened this page, so nothing was released now. Please speak with them. To see the vault as it is now, enter your code again.',
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
  'rehearsed-recently': {
    status: 429,
    title: 'Already sent',
    detail: 'We sent the emails of a rehearsal within the last hour. Please check your mailbox and your spam folder.',
  },
  'not-released': { status: 409, title: 'Not released', detail: 'This vault has not been released yet.' },
  'too-many-files': { status: 409, title: 'Too many files', detail: `A vault holds at most ${filesPerVault} files.` },
  'too-many-removed-files': {
    status: 409,
    title: 'Too many removed files',
    detail: `In the last seven days, ${removedFilesPerVault} files of this vault were removed that can still be restored. Please remove more files later. Nothing was saved.`,
  },
  'upload-finished': { status: 409, title: 'Already uploaded', detail: 'This file has already been uploaded.' },
  'upload-incomplete': {
    status: 400,
    title: 'Upload incomplete',
    detail: 'The file did not arrive completely. Please try again.',
  },
  'file-empty': { status: 400, title: 'Empty file', detail: 'This file is empty.' },
  'link-withdrawn': {
    status: 410,
    title: 'There is nothing here now',
    detail:
      'There is nothing here for you at the moment. You have done nothing wrong, and there is nothing you need to do.',
  },
  'link-expired': {
    status: 410,
    title: 'Link expired',
    detail: 'This link has expired. We can send a fresh link to the same address.',
  },
  'link-closed': {
    status: 410,
    title: 'Link closed',
    detail: 'Somebody who opened this link said that it is not for them. We can send a new link to the same address.',
  },
  'answers-locked': {
    status: 423,
    title: 'Questions closed',
    detail:
      'Too many answers were wrong, so the questions are closed. Nothing is lost. Please ask the executor or us to open them again. You will then get a new email.',
  },
  'answers-paused': {
    status: 429,
    title: 'Please wait',
    detail: 'Several answers were wrong, so the questions are paused for a while.',
  },
  'letter-limit-reached': {
    status: 429,
    title: 'Too many emails today',
    detail: 'We cannot send any more emails of this kind today. Please try again tomorrow.',
  },
  'file-damaged': {
    status: 500,
    title: 'File damaged',
    detail: 'Our copy of this file is damaged. We have been notified, and nothing else is affected.',
  },
  'vault-unreadable': {
    status: 503,
    title: 'Cannot be opened now',
    detail:
      'This part of the vault cannot be opened at the moment. It is still stored unchanged, and we have been notified. Please come back in a few days.',
  },
  'storage-unavailable': {
    status: 503,
    title: 'Not available at the moment',
    detail: 'The files cannot be reached at the moment. Nothing is lost. Please try again in a few minutes.',
  },
  'storage-full': {
    status: 507,
    title: 'Not stored',
    detail: 'We could not store the file. Please try again later.',
  },
} as const satisfies Record<string, RefusalEntry>;
