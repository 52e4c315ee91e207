// Seals the texts that were stored before texts were sealed, one vault after the other. A text that is changed in the meantime is left
// to the change, which seals it. A stop at any point loses nothing, and the next run goes on.
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../database/open-database.ts';
import { sealWords } from '../files/file-words.ts';
import { sealStoredWords } from '../files/file-words-store.ts';
import type { VaultKeys } from '../keys/vault-keys.ts';
import { Refusal } from '../lib/refusal.ts';
import { sealStoredQuestion } from '../recipients/question-store.ts';
import { listTexts, type StoredTexts, sealStoredMessage } from './vault-text-store.ts';

interface Needs {
  database: Database;
  vaultKeys: VaultKeys;
}

const vaultsInOneBatch = 20;
/** Pauses between vaults, so that people's requests come first. */
const pauseMilliseconds = 5;

/** @returns how many vaults were sealed */
export async function sealTexts(needs: Needs, signal?: AbortSignal): Promise<number> {
  let sealed = 0;
  let after: string | null = null;
  for (;;) {
    const batch: StoredTexts[] = await listTexts(needs.database, { after, max: vaultsInOneBatch, unsealedOnly: true });
    for (const vault of batch) {
      if (signal?.aborted) return sealed;
      if (await sealVault(needs, vault)) sealed += 1;
      await pause(pauseMilliseconds);
    }
    after = batch.at(-1)?.id ?? null;
    if (!after) return sealed;
  }
}

/** Returns false where the vault's key cannot be unwrapped now, which was reported. */
async function sealVault(needs: Needs, vault: StoredTexts): Promise<boolean> {
  try {
    await sealParts(needs, vault);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false; // also where the vault was deleted in the meantime
    throw error;
  }
}

async function sealParts({ database, vaultKeys }: Needs, vault: StoredTexts): Promise<void> {
  const texts = await vaultKeys.ownTexts(database, { vaultId: vault.id, ownerId: vault.ownerId });
  if (!vault.isSealed) await sealStoredMessage(database, vault, texts.seal('message', vault.message));
  for (const question of vault.questions.filter(({ isSealed }) => !isSealed))
    await sealStoredQuestion(database, question, texts.seal('question', question.question));
  for (const file of vault.files.filter(({ isSealed }) => !isSealed))
    await sealStoredWords(database, file, sealWords(texts, file.id, file));
}
