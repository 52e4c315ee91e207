// The code from the mailbox, which a password sign-in needs in a browser that is new to the account.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { user } from './sessions.ts';
import { mailedCodeField } from './typed-code.ts';

export const answerSignInCode = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in-code',
  summary:
    'Completes a sign-in by password in an unknown browser, with the code mailed for this browser to the address of the account.',
  access: 'anyone',
  worksOnHold: true,
  limit: { tries: 20, seconds: 60, durable: true },
  body: z.strictObject({ code: mailedCodeField('Please enter the code') }),
  reply: z.object({ user }),
  refusals: ['sign-in-code-refused', 'sign-in-code-over', 'second-step-over', 'second-step-needed'],
});

export const resendSignInCode = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in-code/send',
  summary:
    'Mails a code for this sign-in. If one was mailed a moment ago, that one still works, or this browser waits for the next letter.',
  access: 'anyone',
  worksOnHold: true,
  limit: { tries: 20, seconds: 600, durable: true },
  reply: z.object({
    /** Whether a letter was sent now, the code of this browser still works, or this browser waits for the next letter. */
    state: z.enum(['sent', 'still-works', 'waits']),
    /** The time from which another code may be sent. */
    resendAt: z.string(),
  }),
  refusals: ['second-step-over', 'next-code-waits'],
});
