// The refusals of vaults, their files and their executors.
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
  'executor-named-already': {
    status: 409,
    title: 'Already an executor',
    detail: 'Another executor of this vault has this address, and each needs their own. Please enter another address.',
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
  'yearly-link-unknown': {
    status: 404,
    title: 'Link not found',
    detail: 'This link no longer works. If you have a newer email with a code, please keep that one.',
  },
  'wanted-code-link-unknown': {
    status: 404,
    title: 'Link no longer works',
    detail:
      'A new code was already sent, or the link is older than thirty days. On the page of your vault you can send a new code at any time.',
  },
  'executor-not-found': { status: 404, title: 'Not found', detail: 'This vault has no such executor.' },
  'file-not-found': { status: 404, title: 'Not found', detail: 'There is no such file.' },
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
