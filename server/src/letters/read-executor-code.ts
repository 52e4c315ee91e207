// Derives an executor's code again, from their row and the key of their vault.
import { eq } from 'drizzle-orm';
import { executors, vaultKeys as keysOfVaults } from '../database/schema.ts';
import { deriveExecutorCode } from '../keys/executor-code.ts';
import { SecretMissing } from '../keys/keyring.ts';
import { KeyUnavailable } from '../keys/master-keys.ts';
import { readTypedCode } from '../lib/typed-code.ts';
import type { OpenLetterNeeds } from './open-letter.ts';
import type { ExecutorSecret } from './templates/letter-content.ts';

/** The executor has a newer code, in a letter of its own, or was removed. This one releases nothing. */
export class CodeReplaced extends Error {
  override name = 'CodeReplaced';
}

/** @throws {CodeReplaced | KeyUnavailable | KeyServiceUnavailable | SecretMissing} */
export async function readExecutorCode(
  { database, keyring, vaultKeys }: OpenLetterNeeds,
  { executorId, number }: Omit<ExecutorSecret, 'form'>,
): Promise<string> {
  const [row] = await database
    .select({ executor: executors, wrappedKey: keysOfVaults.wrappedKey })
    .from(executors)
    .leftJoin(keysOfVaults, eq(keysOfVaults.vaultId, executors.vaultId))
    .where(eq(executors.id, executorId));
  if (!row) throw new CodeReplaced('the executor was removed');
  const { vaultId, accessCode, codeNumber, codeSalt: salt } = row.executor;
  if (codeNumber !== number) throw new CodeReplaced('another code has replaced this one');
  if (!row.wrappedKey) throw new KeyUnavailable('the data key of the vault is missing');
  const dataKey = await vaultKeys.unwrap(row.wrappedKey, vaultId);
  const code = deriveExecutorCode(dataKey, vaultId, { executorId, number, salt });
  if (!keyring.digests('access-code', readTypedCode(code)).includes(accessCode))
    throw new SecretMissing('the code no longer works');
  return code;
}
