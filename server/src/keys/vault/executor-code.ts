// An executor's code. It is derived from the data key of the vault, so it cannot be found without the master keys and is gone with the vault.
import { createHmac, createSecretKey, hkdfSync } from 'node:crypto';
import { accessCodeCharacters } from '@remembrance/contract/limits.ts';
import { typedCode } from '../../platform/lib/typed-code.ts';

const groupLength = 5;

export interface CodeSource {
  executorId: string;
  /** Which code of this executor it is. */
  number: number;
  /** Random: after a restore a number may be used again, and must not bring back a code that was withdrawn. */
  salt: string;
}

export function deriveExecutorCode(dataKey: Buffer, vaultId: string, { executorId, number, salt }: CodeSource): string {
  const key = Buffer.from(hkdfSync('sha256', createSecretKey(dataKey), '', `vault/${vaultId}/executor-codes`, 32));
  const bytes = createHmac('sha256', key).update(`${executorId} ${number} ${salt}`).digest();
  return typedCode(bytes, accessCodeCharacters, groupLength);
}
