// Derives an executor's code again, from their row and the vault's key.
import { readTypedCode } from '@remembrance/contract/typed-code.ts';
import { eq } from 'drizzle-orm';
import { KeyUnavailable } from '../../keys/master/master-keys.ts';
import { type Keyring, SecretMissing } from '../../keys/secret/keyring.ts';
import type { VaultKeys } from '../../keys/vault/vault-keys.ts';
import { given, prepared } from '../../platform/database/prepared.ts';
import { executors, vaultKeys as keysOfVaults } from '../../platform/database/schema.ts';
import type { Database } from '../../platform/database/transaction.ts';
import type { ExecutorSecret } from '../templates/queued-content.ts';

export interface OpenLetterNeeds {
  database: Database;
  keyring: Keyring;
  vaultKeys: Pick<VaultKeys, 'deriveCode'>;
}

/** The executor has a newer code, which is in its own letter, was removed, or no longer has the letter's address. */
export class CodeReplaced extends Error {
  override name = 'CodeReplaced';
}

const { vaultId, email, secondEmail, accessCode, codeNumber, codeSalt } = executors;
const selectSource = prepared('find_code_source', (database) =>
  database
    .select({ vaultId, email, secondEmail, accessCode, codeNumber, codeSalt, wrappedKey: keysOfVaults.wrappedKey })
    .from(executors)
    .leftJoin(keysOfVaults, eq(keysOfVaults.vaultId, executors.vaultId))
    .where(eq(executors.id, given('executorId'))),
);

/** @param to the letter's address, if it is one. @throws {CodeReplaced | KeyUnavailable | KeyServiceUnavailable | SecretMissing} */
export async function readExecutorCode(
  { database, keyring, vaultKeys }: OpenLetterNeeds,
  { executorId, number }: Omit<ExecutorSecret, 'form'>,
  to?: string,
): Promise<string> {
  const [row] = await selectSource(database, { executorId });
  if (!row) throw new CodeReplaced('the executor was removed');
  const { vaultId, accessCode, codeNumber, codeSalt: salt } = row;
  if (codeNumber !== number) throw new CodeReplaced('another code has replaced this one');
  const known = [row.email, row.secondEmail ?? ''].map((address) => address.toLowerCase());
  if (to !== undefined && !known.includes(to.toLowerCase())) throw new CodeReplaced('the executor has another address');
  if (!row.wrappedKey) throw new KeyUnavailable('the data key of the vault is missing');
  const code = await vaultKeys.deriveCode(row.wrappedKey, vaultId, { executorId, number, salt });
  if (!keyring.digests('access-code', readTypedCode(code)).includes(accessCode))
    throw new SecretMissing('the code no longer works');
  return code;
}
