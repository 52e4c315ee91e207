// An executor's code. It is derived from the vault's data key, so it needs the master keys and is gone with the vault.
import { createHmac, createSecretKey, hkdfSync } from 'node:crypto';
import { accessCodeCharacters } from '@remembrance/contract/limits.ts';
import { typedCode } from '../../platform/lib/typed-code.ts';

const groupLength = 5;

export interface CodeSource {
  executorId: string;
  /** The number of the code among the executor's codes. */
  number: number;
  /** Random: after a restore a number may be reused, and must not bring back a withdrawn code. */
  salt: string;
}

export function deriveExecutorCode(dataKey: Buffer, vaultId: string, { executorId, number, salt }: CodeSource): string {
  const key = Buffer.from(hkdfSync('sha256', createSecretKey(dataKey), '', `vault/${vaultId}/executor-codes`, 32));
  const bytes = createHmac('sha256', key).update(`${executorId} ${number} ${salt}`).digest();
  return typedCode(bytes, accessCodeCharacters, groupLength);
}
