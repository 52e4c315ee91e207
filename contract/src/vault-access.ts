// How a recipient opens a vault: the link, the address, the answers, then the message and the files.
import * as z from 'zod/mini';
import { accessState, content, sentCode } from './access-state.ts';
import { readAddress } from './address.ts';
import { endpoint } from './endpoint.ts';
import { signed } from './files.ts';
import { lengths } from './limits.ts';
import { linkToken, tooLong } from './text.ts';
import { mailedCodeField } from './typed-code.ts';

export const emailMissing = 'Please enter your email address';
export const answersMissing = 'Please answer at least one security question';
const maxAnswers = 10;
const tooManyAnswers = `Please give at most ${maxAnswers} answers`;
export const mailboxCodeMissing = 'Please enter the code from the email';

const token = linkToken();
const guessable = { tries: 60, seconds: 60, durable: true };
/** A wrong address counts only for its network, so that nobody can lock out the recipient with wrong addresses. */
const addressGuessable = { tries: 60, seconds: 900, durable: true };

const accessRefusals = ['link-not-found', 'link-expired', 'link-withdrawn', 'link-closed'] as const;
const questionRefusals = [...accessRefusals, 'vault-unreadable'] as const;
const guessRefusals = [...accessRefusals, 'email-step-first', 'answers-paused', 'answers-locked'] as const;

export const verifyAccess = endpoint({
  method: 'GET',
  path: '/api/vault-access/verify',
  summary: 'Which step this browser has reached with the link. Changes nothing.',
  access: 'anyone',
  limit: { tries: 120, seconds: 60 },
  query: z.strictObject({ token }),
  reply: accessState,
  refusals: questionRefusals,
});

/** The page uses this call because URLs end up in logs and browser histories, but bodies do not. */
export const readAccess = endpoint({
  method: 'POST',
  path: '/api/vault-access/state',
  summary: 'The same call with the token in the body, so that no log of URLs contains it. Changes nothing.',
  access: 'anyone',
  worksOnHold: true,
  limit: guessable,
  body: z.strictObject({ token }),
  reply: accessState,
  refusals: questionRefusals,
});

export const verifyAccessEmail = endpoint({
  method: 'POST',
  path: '/api/vault-access/verify-email',
  summary: 'Checks the first proof: the address the letter was sent to.',
  access: 'anyone',
  worksOnHold: true,
  limit: addressGuessable,
  body: z.strictObject({
    token,
    email: z
      .string(emailMissing)
      .check(
        z.overwrite(readAddress),
        z.minLength(1, emailMissing),
        z.maxLength(lengths.email, tooLong(lengths.email)),
      ),
  }),
  reply: z.object({ questions: z.array(z.string()) }),
  refusals: [...questionRefusals, 'link-email-refused'],
});

export const sendAccessCode = endpoint({
  method: 'POST',
  path: '/api/vault-access/send-code',
  summary: "Mails a code to the vault's recipient, for a browser that has entered the recipient's address.",
  access: 'anyone',
  limit: { tries: 20, seconds: 600, durable: true },
  body: z.strictObject({ token }),
  reply: sentCode,
  refusals: [...guessRefusals, 'mailbox-code-not-needed', 'next-code-waits'],
});

export const verifyAccessCode = endpoint({
  method: 'POST',
  path: '/api/vault-access/verify-code',
  summary:
    'Checks the mailed code, which is required after three wrong answers. It also reopens closed questions, once.',
  access: 'anyone',
  worksOnHold: true,
  limit: guessable,
  body: z.strictObject({
    token,
    code: mailedCodeField(mailboxCodeMissing),
  }),
  reply: z.object({ questions: z.array(z.string()) }),
  refusals: [...questionRefusals, 'email-step-first', 'answers-locked', 'mailbox-code-refused', 'mailbox-code-over'],
});

const answer = z.strictObject({
  question: z.string(answersMissing).check(z.maxLength(lengths.question, tooLong(lengths.question))),
  answer: z
    .string(answersMissing)
    .check(z.trim(), z.minLength(1, answersMissing), z.maxLength(lengths.answer, tooLong(lengths.answer))),
});

export const verifyAccessAnswers = endpoint({
  method: 'POST',
  path: '/api/vault-access/verify-answers',
  summary: 'Checks the second proof: the right answer to every question of the vault.',
  access: 'anyone',
  worksOnHold: true,
  limit: guessable,
  body: z.strictObject({
    token,
    answers: z
      .array(answer, answersMissing)
      .check(z.minLength(1, answersMissing), z.maxLength(maxAnswers, tooManyAnswers)),
  }),
  reply: z.object(content),
  refusals: [
    'busy',
    'vault-unreadable',
    ...guessRefusals,
    'mailbox-code-first',
    'answers-incomplete',
    'answers-refused',
  ],
});

export const requestFreshLink = endpoint({
  method: 'POST',
  path: '/api/vault-access/fresh-link',
  summary: "Mails a fresh link to the vault's recipient, no matter who asks. At most one letter in ten minutes.",
  access: 'anyone',
  limit: { tries: 20, seconds: 600, durable: true },
  body: z.strictObject({ token }),
  reply: z.object({ sent: z.literal(true) }),
  refusals: ['link-not-found', 'link-withdrawn'],
});

export const downloadEverything = endpoint({
  method: 'GET',
  path: '/api/vault-access/everything',
  summary:
    'Everything that was left for a recipient as one ZIP, by a signed link valid for 15 minutes: the letter as a page, the files, their digests. A range can be requested.',
  access: 'signed-link',
  limit: { tries: 60, seconds: 600 },
  query: z.strictObject({ ...signed.shape, access: z.string().check(z.maxLength(100)) }),
  replyKind: 'bytes',
  refusals: ['link-signature-refused', 'file-not-found', 'range-refused', 'storage-unavailable'],
});
