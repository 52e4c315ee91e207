// What a letter carries and nothing stores: the token of a link, or a mailed code. It is derived from the installation's secret, from what it
// is for and from a salt, so that the ledger holds no secret and a letter that is tried again is the same letter.
import { mailedCode } from '@remembrance/contract/limits.ts';
import { newSalt } from '../../platform/lib/ids.ts';
import { typedCode } from '../../platform/lib/typed-code.ts';
import type { Keyring } from './keyring.ts';

/** What a token or a code is derived from. None of it is secret. */
export interface SecretSource {
  form: 'token' | 'code';
  /** Its purpose and its row: a salt derives nothing else for another. */
  of: string;
  /** The label of the secret, and 128 random bits. */
  salt: string;
}

export const newSource = (keyring: Keyring, form: SecretSource['form'], of: string): SecretSource => ({
  form,
  of,
  salt: keyring.label() + newSalt(16).toString('base64url'),
});

/** @throws {SecretMissing} when the secret it was made under was retired */
export function deriveSecret(keyring: Keyring, { form, of, salt }: SecretSource): string {
  const bytes = keyring.derive('mailed-secret', salt, `${form} ${of}`);
  if (form === 'token') return bytes.toString('base64url');
  return typedCode(bytes, mailedCode.characters, mailedCode.groupCharacters);
}
