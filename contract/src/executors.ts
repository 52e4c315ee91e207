// The people an owner trusts to release a vault.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { namedExecutor } from './named-executor.ts';
import { linkToken } from './text.ts';

export const executor = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  // Optional, because a process of version 1.0.0 may answer while this one is installed.
  secondEmail: z.optional(z.nullable(z.string())),
  /** The owner's note for them, as plain text. */
  note: z.string(),
  /** When the current code was sent to them; null before the vault is activated, or if it is not known. */
  codeSentAt: z.nullable(z.string()),
  /** When they last entered a code; null if never. */
  codeUsedAt: z.nullable(z.string()),
  /** When they confirmed the letter with that code; null if they have not. */
  confirmedAt: z.nullable(z.string()),
});
export type Executor = z.output<typeof executor>;

export const listExecutors = endpoint({
  method: 'GET',
  path: '/api/vaults/:id/executors',
  summary: "The executors of the owner's vault, without their codes.",
  access: 'owner',
  params: z.strictObject({ id: z.string() }),
  reply: z.array(executor),
  refusals: ['vault-not-found'],
});

const executorParams = z.strictObject({ id: z.string(), executorId: z.string() });
const letterSending = { tries: 30, seconds: 600 };

export const addExecutor = endpoint({
  method: 'POST',
  path: '/api/vaults/:id/executors',
  summary:
    'Adds an executor. Once the vault is activated, a code is mailed to them. Repeating the call adds nobody twice.',
  access: 'owner',
  proof: 'always',
  limit: letterSending,
  params: z.strictObject({ id: z.string() }),
  body: namedExecutor,
  reply: executor,
  refusals: [
    'vault-not-found',
    'vault-released',
    'vault-unreadable',
    'executor-limit-reached',
    'executor-named-already',
    'letter-limit-reached',
  ],
});

export const correctExecutor = endpoint({
  method: 'PATCH',
  path: '/api/vaults/:id/executors/:executorId',
  summary:
    'Changes the name, addresses or note of an executor. If an address goes, a new code is mailed to the first address, and the old one stops working.',
  access: 'owner',
  proof: 'always',
  limit: letterSending,
  params: executorParams,
  body: namedExecutor,
  reply: executor,
  refusals: [
    'vault-not-found',
    'executor-not-found',
    'executor-named-already',
    'vault-released',
    'vault-unreadable',
    'letter-limit-reached',
  ],
});

export const reissueCode = endpoint({
  method: 'POST',
  path: '/api/vaults/:id/executors/:executorId/reissue-code',
  summary: 'Mails the executor a new code. The old code stops working immediately.',
  access: 'owner',
  proof: 'always',
  limit: letterSending,
  params: executorParams,
  reply: executor,
  refusals: ['vault-not-found', 'executor-not-found', 'vault-released', 'vault-unreadable', 'letter-limit-reached'],
});

export const confirmExecutor = endpoint({
  method: 'POST',
  path: '/api/executor/confirm',
  summary:
    'Records that the executor has the letter with the code. Repeating the call returns the time of the first confirmation.',
  access: 'anyone',
  limit: { tries: 30, seconds: 60, durable: true },
  body: z.strictObject({ token: linkToken() }),
  reply: z.object({ confirmedAt: z.string(), ownerName: z.string() }),
  refusals: ['confirmation-link-unknown'],
});
