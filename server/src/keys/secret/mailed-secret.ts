// The secrets in letters: link tokens and mailed codes. They are derived from the installation's secret, their purpose and a salt,
// so that the ledger stores no secret and a retried letter is the same letter.
import { mailedCode } from '@remembrance/contract/limits.ts';
import { newSalt } from '../../platform/lib/ids.ts';
import { typedCode } from '../../platform/lib/typed-code.ts';
import type { Keyring } from './keyring.ts';

/** The inputs from which a token or code is derived. None of them is secret. */
export interface SecretSource {
  form: 'token' | 'code';
  /** Its purpose and row: the same salt derives a different value for another. */
  of: string;
  /** The label of the secret, and 128 random bits. */
  salt: string;
}

export const newSource = (keyring: Keyring, form: SecretSource['form'], of: string): SecretSource => ({
  form,
  of,
  salt: keyring.label() + newSalt(16).toString('base64url'),
});

/** @throws {SecretMissing} if the secret it was made with was retired */
export function deriveSecret(keyring: Keyring, { form, of, salt }: SecretSource): string {
  const bytes = keyring.derive('mailed-secret', salt, `${form} ${of}`);
  if (form === 'token') return bytes.toString('base64url');
  return typedCode(bytes, mailedCode.characters, mailedCode.groupCharacters);
}
