// Two choices of a person who opens a recipient's link and proves nothing: the link is not for them, or they want a reminder.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { linkToken } from './text.ts';

const choices = { tries: 20, seconds: 600, durable: true };
const refusals = ['link-not-found', 'link-expired', 'link-withdrawn', 'link-closed'] as const;

export const closeLink = endpoint({
  method: 'POST',
  path: '/api/vault-access/not-for-me',
  summary:
    'Reports to owner and executors that the link reached somebody else, and closes it. A link that was opened with the right answers, and the fourth of a vault, is only reported.',
  access: 'anyone',
  limit: choices,
  body: z.strictObject({ token: linkToken() }),
  reply: z.object({ closed: z.boolean() }),
  refusals,
});

export const remindRecipient = endpoint({
  method: 'POST',
  path: '/api/vault-access/remind',
  summary:
    "Mails the vault's recipient a fresh link in a week or a month. A link has at most one reminder; the last choice counts.",
  access: 'anyone',
  limit: choices,
  body: z.strictObject({ token: linkToken(), after: z.enum(['week', 'month'], 'Please choose a week or a month') }),
  reply: z.object({ remindAt: z.string() }),
  refusals,
});
