// What the service says of itself.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

const lettersNotice = z.enum(['sent', 'kept']);

export const health = endpoint({
  method: 'GET',
  path: '/api/health',
  summary: 'Answers while the process lives. `letters: kept` says that no letter leaves this machine.',
  access: 'anyone',
  limit: { tries: 6000, seconds: 60 },
  reply: z.object({ status: z.literal('ok'), letters: z.optional(lettersNotice) }),
});

export const readiness = endpoint({
  method: 'GET',
  path: '/api/health/ready',
  summary: 'Asks every part whether it works. 503 names those that do not, and since when.',
  access: 'anyone',
  limit: { tries: 600, seconds: 60 },
  reply: z.object({
    /** `catching-up`: everything works, and what fell due while the service was away is being done. */
    status: z.enum(['ready', 'catching-up']),
    /** How many releases are left to catch up with. */
    left: z.int(),
  }),
  refusals: ['not-ready'],
});

export const serviceFacts = z.object({
  productName: z.string(),
  supportEmail: z.string(),
  publicUrl: z.string(),
  letters: lettersNotice,
  /** The page of the development mailbox, where there is one. */
  mailboxPath: z.nullable(z.string()),
  payment: z.object({
    testMode: z.boolean(),
    publishableKey: z.string(),
    /** A script of our own to load before the card form; null where the processor's own is used. */
    scriptPath: z.nullable(z.string()),
  }),
});
export type ServiceFacts = z.output<typeof serviceFacts>;

export const getService = endpoint({
  method: 'GET',
  path: '/api/service',
  summary: 'The name of the product and the mode this installation runs in.',
  access: 'anyone',
  reply: serviceFacts,
});

export const openApiDocument = endpoint({
  method: 'GET',
  path: '/api/openapi.json',
  summary: 'This document.',
  access: 'anyone',
  reply: z.looseObject({}),
});
