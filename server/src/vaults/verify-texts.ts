// Opens every sealed text of every vault, and names what cannot be opened.
import type { Database } from '../database/open-database.ts';
import { openWords } from '../files/file-words.ts';
import type { VaultKeys } from '../keys/vault-keys.ts';
import { unlessUnreadable } from '../keys/vault-texts.ts';
import { countUnsealed, listTexts, type StoredTexts } from './vault-text-store.ts';

export interface TextVerification {
  /** How many vaults, and how many rows of theirs with sealed texts, were opened. */
  vaults: number;
  opened: number;
  /** What cannot be opened, as "the message of vault …". */
  unreadable: string[];
  /** How many rows and files from before are not encrypted yet. */
  unsealed: number;
}

const vaultsInOneBatch = 50;

export async function verifyTexts(needs: { database: Database; vaultKeys: VaultKeys }): Promise<TextVerification> {
  const found: TextVerification = {
    vaults: 0,
    opened: 0,
    unreadable: [],
    unsealed: await countUnsealed(needs.database),
  };
  let after: string | null = null;
  for (;;) {
    const batch: StoredTexts[] = await listTexts(needs.database, { after, max: vaultsInOneBatch, unsealedOnly: false });
    for (const vault of batch) {
      found.vaults += 1;
      await openAll(needs, vault, found);
    }
    after = batch.at(-1)?.id ?? null;
    if (!after) return found;
  }
}

async function openAll({ vaultKeys }: { vaultKeys: VaultKeys }, vault: StoredTexts, found: TextVerification) {
  const { id, wrappedKey, message, isSealed, questions, files } = vault;
  const texts = await vaultKeys.textsOf(id, wrappedKey);
  const parts = [
    { what: 'the message', isSealed, open: () => texts.open('message', message, isSealed) },
    ...questions.map(({ question, isSealed }) => ({
      ...{ what: 'a question', isSealed },
      open: () => texts.open('question', question, isSealed),
    })),
    ...files.map((file) => ({
      what: `the words of file ${file.id}`,
      ...file,
      open: () => openWords(texts, file).fileName,
    })),
  ];
  for (const part of parts.filter((one) => one.isSealed)) {
    if (unlessUnreadable(part.open) === null) found.unreadable.push(`${part.what} of vault ${id}`);
    else found.opened += 1;
  }
}
