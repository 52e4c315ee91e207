// Reads the message for a reader who sees what can be opened, and reads what cannot.
import { unlessUnreadable, type VaultTexts } from '../../keys/vault/vault-texts.ts';

export function readMessage(texts: VaultTexts, vault: { message: string }): { message: string; isUnreadable: boolean } {
  const message = unlessUnreadable(() => texts.open('message', vault.message));
  return message === null ? { message: '', isUnreadable: true } : { message, isUnreadable: false };
}
