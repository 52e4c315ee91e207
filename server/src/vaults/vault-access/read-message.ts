// The message for a reader who is shown what can be opened, and reads of what cannot.
import { unlessUnreadable, type VaultTexts } from '../../keys/vault/vault-texts.ts';

export function readMessage(texts: VaultTexts, vault: { message: string }): { message: string; isUnreadable: boolean } {
  const message = unlessUnreadable(() => texts.open('message', vault.message));
  return message === null ? { message: '', isUnreadable: true } : { message, isUnreadable: false };
}
