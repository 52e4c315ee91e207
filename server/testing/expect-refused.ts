// For tests: a call is refused with a code and its status, and changes nothing.
import type { Endpoint } from '@remembrance/contract/endpoint.ts';
import { type RefusalCode, refusals } from '@remembrance/contract/refusals.ts';
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { Database } from '../src/platform/database/transaction.ts';
import type { Caller, Sent } from './caller.ts';
import { fingerprint } from './fingerprint.ts';

/** Tables in which a refused call may be recorded. */
const records = ['acts', 'act_people', 'act_reasons', 'journal_changes'];

/** Only the tables in `besides` may differ afterwards. */
export async function expectRefused(
  database: Database,
  code: RefusalCode,
  call: () => Promise<LightMyRequestResponse>,
  besides: string[] = [],
): Promise<void> {
  const before = await fingerprint(database, [...records, ...besides]);
  const answer = await call();
  const { status, title } = refusals[code];
  expect({ ...answer.json(), status: answer.statusCode }).toMatchObject({ code, status, title });
  expect(await fingerprint(database, [...records, ...besides])).toEqual(before);
}

/** A call that has not been sent yet. */
export const prepared =
  <E extends Endpoint>(caller: Caller, endpoint: E, sent?: Sent<E>) =>
  () =>
    caller.call(endpoint, sent);
