// The owner's account: profile, letter choices, picture, export and deletion.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { refusableLetters } from './letters.ts';
import { user } from './sessions.ts';
import { email, linkToken, personName } from './text.ts';
import { timeZone } from './time-zone.ts';

export const account = z.object({
  ...user.shape,
  createdAt: z.string(),
  /** After a move to a new address, until when the account reads no content; null if it need not wait. */
  contentFrom: z.nullable(z.string()),
  /** False for anyone who signs in only through the OpenID provider. */
  hasPassword: z.boolean(),
  refusedLetters: z.array(z.enum(refusableLetters)),
  /** The time zone of dates in letters. */
  timeZone: z.string(),
  twoFactor: z.object({ isOn: z.boolean(), recoveryCodesLeft: z.int(), trustedBrowsers: z.int() }),
});
export type Account = z.output<typeof account>;

export const getAccount = endpoint({
  method: 'GET',
  path: '/api/account',
  summary: "The owner's account.",
  access: 'owner',
  reply: account,
});

export const getDraftKeys = endpoint({
  method: 'GET',
  path: '/api/account/draft-keys',
  summary:
    "The keys, in hex, that seal the owner's unsent work in the browser. The first one seals, and each of them opens.",
  access: 'owner',
  reply: z.object({ keys: z.array(z.string()) }),
});

export const profileBody = z.strictObject({
  firstName: personName('First name is required'),
  lastName: personName('Last name is required'),
});

export const changeProfile = endpoint({
  method: 'PATCH',
  path: '/api/account',
  summary: "Changes the owner's name, and notifies the owner of it.",
  access: 'owner',
  proof: 'always',
  proofReason: 'Your name is in every email to your executors and recipients.',
  body: profileBody,
  reply: user,
});

export const requestEmailChangeBody = z.strictObject({ email: email('Valid email required') });

export const requestEmailChange = endpoint({
  method: 'POST',
  path: '/api/account/email',
  summary:
    'Mails a confirmation link to the new address and a notice to the current one. The reply is the same when another account has the address.',
  access: 'owner',
  proof: 'always',
  limit: { tries: 10, seconds: 3600, durable: true },
  body: requestEmailChangeBody,
  reply: z.object({ email: z.string() }),
  refusals: ['letter-limit-reached'],
});

export const confirmEmailChange = endpoint({
  method: 'POST',
  path: '/api/account/email/confirm',
  summary: 'Changes the account to the address the link was mailed to, and signs every other browser out.',
  access: 'anyone',
  limit: { tries: 20, seconds: 60, durable: true },
  body: z.strictObject({ token: linkToken() }),
  reply: z.object({ email: z.string() }),
  refusals: ['email-link-refused'],
});

export const chooseLetters = endpoint({
  method: 'PUT',
  path: '/api/account/letters',
  summary: 'Sets which optional letters the owner turns off, and the time zone of the dates in all letters.',
  access: 'owner',
  body: z.strictObject({
    refused: z.array(z.enum(refusableLetters)).check(z.maxLength(refusableLetters.length)),
    /** If missing, the time zone does not change. */
    timeZone: z.optional(timeZone),
  }),
  reply: z.object({ refused: z.array(z.enum(refusableLetters)), timeZone: z.string() }),
});

/** The types a picture may have. The server checks the bytes, not the declared type. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

export const putPicture = endpoint({
  method: 'PUT',
  path: '/api/account/picture',
  summary: "Stores the owner's picture: a PNG, JPEG or WebP of at most 2 MB.",
  access: 'owner',
  limit: { tries: 60, seconds: 3600, durable: true },
  bodyKind: 'bytes',
  reply: user,
  refusals: [
    'picture-refused',
    'too-large',
    'length-required',
    'upload-incomplete',
    'storage-full',
    'storage-unavailable',
  ],
});

export const removePicture = endpoint({
  method: 'DELETE',
  path: '/api/account/picture',
  summary: "Removes the owner's picture.",
  access: 'owner',
  reply: user,
});

export const getPicture = endpoint({
  method: 'GET',
  path: '/api/account/picture/:name',
  summary: "The owner's picture.",
  access: 'owner',
  params: z.object({ name: z.string().check(z.maxLength(100)) }),
  replyKind: 'bytes',
  refusals: ['file-not-found', 'storage-unavailable'],
});

export const exportAccount = endpoint({
  method: 'GET',
  path: '/api/account/export',
  summary:
    'The complete account as one ZIP file: vaults as JSON and as text, with their files. A range can be requested.',
  access: 'owner',
  readsContent: true,
  worksByToken: true,
  proof: 'always',
  limit: { tries: 20, seconds: 3600, durable: true },
  replyKind: 'bytes',
  refusals: ['range-refused', 'storage-unavailable'],
});

export const deleteAccount = endpoint({
  method: 'POST',
  path: '/api/account/delete',
  summary:
    'Signs out everywhere, ends every plan and stops every release. Signing in restores the account for some days; after that it is purged.',
  access: 'owner',
  proof: 'always',
  limit: { tries: 20, seconds: 60, durable: true },
  /** Until when signing in restores the account. */
  reply: z.object({ until: z.string() }),
  refusals: ['deletion-waits'],
});
