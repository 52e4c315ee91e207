// Facts about the service itself: health, name and mode, and the OpenAPI document.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { failingPart } from './problem.ts';

const lettersNotice = z.enum(['sent', 'kept']);

export const health = endpoint({
  method: 'GET',
  path: '/api/health',
  summary: 'Replies while the process runs. `letters: kept` means that letters are stored here and not sent.',
  access: 'anyone',
  limit: { tries: 6000, seconds: 60 },
  reply: z.object({ status: z.literal('ok'), letters: z.optional(lettersNotice) }),
});

export const readiness = endpoint({
  method: 'GET',
  path: '/api/health/ready',
  summary: 'Checks every part of the service. A 503 names the parts that do not work, and since when.',
  access: 'anyone',
  limit: { tries: 600, seconds: 60 },
  reply: z.object({
    /** `catching-up`: everything works, and releases that fell due during a downtime are being processed. */
    status: z.enum(['ready', 'catching-up']),
    /** The number of those releases that are left. */
    left: z.int(),
    /** Failing parts whose failure refuses, delays and loses nothing, and parts that were slow to answer once or twice. */
    degraded: z.array(failingPart),
  }),
  refusals: ['not-ready'],
});

export const serviceFacts = z.object({
  productName: z.string(),
  supportEmail: z.string(),
  publicUrl: z.string(),
  letters: lettersNotice,
  /** The page of the development mailbox, if there is one. */
  mailboxPath: z.nullable(z.string()),
  payment: z.object({
    testMode: z.boolean(),
    publishableKey: z.string(),
    /** Our own script to load before the card form; null if Stripe's is used. */
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
