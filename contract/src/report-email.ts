// Reporting an email that nobody asked for, by the link in it.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { linkToken } from './text.ts';

export const reportEmail = endpoint({
  method: 'POST',
  path: '/api/report-email',
  summary:
    'Reports an email to the operator. Emails of its owner to people who have not confirmed then wait until the operator has looked, for seven days at most. Repeating the call changes nothing.',
  access: 'anyone',
  limit: { tries: 30, seconds: 60, durable: true },
  body: z.strictObject({ token: linkToken() }),
  reply: z.object({ reported: z.literal(true) }),
  refusals: ['report-link-unknown'],
});
