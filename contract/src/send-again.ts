// A lost code or link is mailed again, only to the address that a vault names.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { email } from './text.ts';

export const sendAgain = endpoint({
  method: 'POST',
  path: '/api/send-again',
  summary:
    'Mails to an address what is for it: the codes of its unreleased vaults as an executor, and fresh links to vaults released to it. Every address gets the same reply in the same time.',
  access: 'anyone',
  limit: { tries: 10, seconds: 900, durable: true },
  body: z.strictObject({ email: email('Valid email is required') }),
  reply: z.object({ email: z.string() }),
});
