// Opens every sealed text of one vault, names what cannot be opened, and dates the vault.

import type { VaultKeys } from '../keys/vault/vault-keys.ts';
import { unlessUnreadable } from '../keys/vault/vault-texts.ts';
import type { Database } from '../platform/database/open-database.ts';
import type { Clock } from '../platform/lib/clock.ts';
import { openWords } from './files/stored/file-words.ts';
import { markChecked } from './stores/check-store.ts';
import type { StoredTexts } from './stores/vault-text-store.ts';

export interface CheckVaultNeeds {
  database: Database;
  vaultKeys: VaultKeys;
  clock: Clock;
}

export async function checkVault(needs: CheckVaultNeeds, vault: StoredTexts) {
  const found = await openAll(needs, vault);
  const isWhole = found.unreadable.length === 0;
  await markChecked(needs.database, vault.id, { isWhole, checkedAt: needs.clock.now() });
  return found;
}

async function openAll({ vaultKeys }: { vaultKeys: VaultKeys }, vault: StoredTexts) {
  const found = { opened: 0, unreadable: [] as string[] };
  const { id, wrappedKey, message, questions, files } = vault;
  const texts = await vaultKeys.textsOf(id, wrappedKey);
  const parts = [
    { what: 'the message', open: () => texts.open('message', message) },
    ...questions.map(({ question }) => ({ what: 'a question', open: () => texts.open('question', question) })),
    ...files.map((file) => ({
      what: `the words of file ${file.id}`,
      open: () => openWords(texts, file).fileName,
    })),
  ];
  for (const part of parts) {
    if (unlessUnreadable(part.open) === null) found.unreadable.push(`${part.what} of vault ${id}`);
    else found.opened += 1;
  }
  return found;
}
