// The people an owner trusts to release a vault.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { blankablePersonName, email } from './text.ts';

export const executor = z.object({ id: z.string(), name: z.string(), email: z.string() });
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

export const correctExecutor = endpoint({
  method: 'PATCH',
  path: '/api/vaults/:id/executors/:executorId',
  summary: 'Corrects the name or address of an executor. A new address gets a new code; the old code stops working.',
  access: 'owner',
  proof: 'always',
  limit: letterSending,
  params: executorParams,
  body: z.strictObject({ name: blankablePersonName(), email: email('Valid email required') }),
  reply: executor,
  refusals: ['vault-not-found', 'executor-not-found', 'vault-released', 'letter-limit-reached'],
});

export const reissueCode = endpoint({
  method: 'POST',
  path: '/api/vaults/:id/executors/:executorId/reissue-code',
  summary: 'Mails the executor a new code. The old one stops working at once.',
  access: 'owner',
  proof: 'always',
  limit: letterSending,
  params: executorParams,
  reply: executor,
  refusals: ['vault-not-found', 'executor-not-found', 'vault-released', 'letter-limit-reached'],
});
