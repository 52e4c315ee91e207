// Seals one vault's texts under a key derived from its data key, and derives its executors' codes. Each text is bound to the vault
// and to its own name, so that it cannot be opened in another place.
import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { accessCodeCharacters } from '@remembrance/contract/limits.ts';
import { Refusal, refuse } from '../../platform/lib/refusal.ts';
import { typedCode } from '../../platform/lib/typed-code.ts';
import { openText, sealText } from '../formats/compact-jwe.ts';

const groupLength = 5;

/** The role of a text within its vault. */
export type TextName = 'message' | 'question' | `file/${string}/${'name' | 'caption' | 'transcript'}`;

export interface CodeSource {
  executorId: string;
  /** The number of the code among the executor's codes. */
  number: number;
  /** Random: after a restore a number may be reused, and must not bring back a withdrawn code. */
  salt: string;
}

export interface VaultTexts {
  /** @throws {Refusal} vault-unreadable, if the key is missing */
  seal(name: TextName, text: string): string;
  /** @throws {Refusal} vault-unreadable, if the key is missing, or the text was altered or made for another place */
  open(name: TextName, sealed: string): string;
  /** An executor's code. @throws {Refusal} vault-unreadable, if the key is missing */
  deriveCode(source: CodeSource): string;
}

export interface TextNeeds {
  /** Without it no executor's code is derived: it is sealed under the secret, so the master keys alone derive none. */
  codeKey: Buffer;
  /** Called for each text that cannot be opened or sealed. */
  onUnreadable: (vaultId: string, cause: unknown) => void;
}

/** @param dataKey the key, or the reason why it cannot be unwrapped now */
export function createVaultTexts(
  { codeKey, onUnreadable }: TextNeeds,
  vaultId: string,
  dataKey: Buffer | Error,
): VaultTexts {
  const keys = dataKey instanceof Error ? dataKey : { dataKey, textKey: textKeyOf(vaultId, dataKey) };
  const headerOf = (name: TextName) => ({ ctx: `vault/${vaultId}/${name}` });
  const withKeys = (act: (keys: { dataKey: Buffer; textKey: KeyObject }) => string): string => {
    try {
      if (keys instanceof Error) throw keys;
      return act(keys);
    } catch (cause) {
      onUnreadable(vaultId, cause);
      return refuse('vault-unreadable');
    }
  };
  return {
    seal: (name, text) => withKeys(({ textKey }) => sealText(textKey, headerOf(name), text)),
    open: (name, sealed) => withKeys(({ textKey }) => openText(textKey, headerOf(name), sealed)),
    deriveCode: (source) =>
      withKeys((itsKeys) => deriveExecutorCode({ dataKey: itsKeys.dataKey, codeKey }, vaultId, source)),
  };
}

const textKeyOf = (vaultId: string, dataKey: Buffer): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', createSecretKey(dataKey), '', `vault/${vaultId}/texts`, 32)));

/** The result of `read`, or null if a text in it cannot be opened. */
export function unlessUnreadable<Read>(read: () => Read): Read | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'vault-unreadable') return null;
    throw error;
  }
}

/** An executor's code needs the vault's data key, so it is gone with the vault, and a key that only the secret opens. */
export function deriveExecutorCode(
  { dataKey, codeKey }: { dataKey: Buffer; codeKey: Buffer },
  vaultId: string,
  { executorId, number, salt }: CodeSource,
): string {
  const key = Buffer.from(hkdfSync('sha256', createSecretKey(dataKey), codeKey, `vault/${vaultId}/executor-codes`, 32));
  const bytes = createHmac('sha256', key).update(`${executorId} ${number} ${salt}`).digest();
  return typedCode(bytes, accessCodeCharacters, groupLength);
}
