// The refusals of vaults, their files and their recipients.
import { draftsPerOwner, executorsPerVault, filesPerVault, removedFilesPerVault } from './limits.ts';
import type { RefusalEntry } from './refusal-entry.ts';

export const vaultRefusals = {
  'draft-storage-full': {
    status: 403,
    title: 'Drafts are full',
    detail:
      'Your unpaid vaults hold as many files as one vault may. Please pay for one, or remove a file or a draft, before you add more.',
  },
  'draft-limit-reached': {
    status: 403,
    title: 'Too many drafts',
    detail: `You have ${draftsPerOwner} unpaid vaults. Please pay for one or delete one before you create another.`,
  },
  'edit-limit-reached': {
    status: 403,
    title: 'No edits left',
    detail:
      'This vault has no edits left on its plan. A vault on Basic Plus or Premium Plus can be edited without a limit.',
  },
  'edit-conflict': {
    status: 409,
    title: 'Changed somewhere else',
    detail: 'This vault was changed somewhere else after you opened it. Nothing is lost: please choose what to save.',
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
  'confirmation-link-unknown': {
    status: 404,
    title: 'Link not known',
    detail: 'This link no longer works. If you have a newer letter, please use the link in it.',
  },
  'executor-not-found': { status: 404, title: 'Not found', detail: 'This vault has no such executor.' },
  'file-not-found': { status: 404, title: 'Not found', detail: 'There is no such file.' },
  'link-not-found': {
    status: 404,
    title: 'Link not found',
    detail: 'This link is not known. Please open the link in your letter again, or copy it whole.',
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
  'rehearsed-recently': {
    status: 429,
    title: 'Already sent',
    detail:
      'The letters of a rehearsal were sent within the last hour. Please look in your mailbox, and in its spam folder too.',
  },
  'not-released': { status: 409, title: 'Not released', detail: 'This vault has not been released yet.' },
  'too-many-files': { status: 409, title: 'Too many files', detail: `A vault holds at most ${filesPerVault} files.` },
  'too-many-removed-files': {
    status: 409,
    title: 'Too many removed files',
    detail: `In the last seven days ${removedFilesPerVault} files of this vault were removed, and they can still be restored. Please remove more of them later. Nothing was saved.`,
  },
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
    detail: 'No more letters of this kind can be sent today. Please try again tomorrow.',
  },
  'file-damaged': {
    status: 500,
    title: 'File damaged',
    detail: 'This file is damaged here. We have been told, and nothing else is affected.',
  },
  'vault-unreadable': {
    status: 503,
    title: 'Cannot be opened now',
    detail:
      'This part of the vault cannot be opened at the moment. It is kept as it was sealed, and we have been notified. Please come back in a few days.',
  },
  'storage-unavailable': {
    status: 503,
    title: 'Not reached just now',
    detail: 'The files cannot be reached at the moment. Nothing is lost. Please try again in a few minutes.',
  },
  'storage-full': {
    status: 507,
    title: 'Not stored',
    detail: 'The file could not be stored just now. Please try again later.',
  },
} as const satisfies Record<string, RefusalEntry>;
