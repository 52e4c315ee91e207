// Verifies the texts of vaults: opens every sealed text, names what cannot be opened, and records the date in the vault.
import { openWords } from '../files/stored/file-words.ts';
import type { VaultKeys } from '../keys/vault/vault-keys.ts';
import { unlessUnreadable } from '../keys/vault/vault-texts.ts';
import type { Database } from '../platform/database/transaction.ts';
import { type Clock, daysLater } from '../platform/lib/clock.ts';
import { findTexts, listTexts, listUnchecked, markVaultChecked, type StoredTexts } from './vault/check-store.ts';

interface CheckVaultNeeds {
  database: Database;
  vaultKeys: VaultKeys;
  clock: Clock;
}

async function checkVault(needs: CheckVaultNeeds, vault: StoredTexts) {
  const found = await openAll(needs, vault);
  const isWhole = found.unreadable.length === 0;
  await markVaultChecked(needs.database, vault.id, { isWhole, checkedAt: needs.clock.now() });
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

const oldAfterDays = 30;
const runMilliseconds = 60_000;
const vaultsInOneRun = 1000;

/**
 * The slow pass over every vault's texts: it verifies those that were not read back for 30 days, for a minute at a time. Files have
 * their own pass (files/stored/file-verification.ts), and acts are verified with each checkpoint (transparency/).
 */
export async function verifyOldVaults(needs: CheckVaultNeeds, signal?: AbortSignal): Promise<void> {
  const { clock, database } = needs;
  const until = clock.monotonicMilliseconds() + runMilliseconds;
  for (const id of await listUnchecked(database, daysLater(clock.now(), -oldAfterDays), vaultsInOneRun)) {
    if (signal?.aborted || clock.monotonicMilliseconds() >= until) return;
    const vault = await findTexts(database, id);
    if (vault) await checkVault(needs, vault);
  }
}

export interface TextVerification {
  /** How many vaults, and how many of their rows with sealed texts, were opened. */
  vaults: number;
  opened: number;
  /** The texts that cannot be opened, as "the message of vault …". */
  unreadable: string[];
}

const vaultsInOneBatch = 50;

/** Verifies every text of every vault. */
export async function verifyTexts(
  needs: CheckVaultNeeds & { onVault?: (done: number) => void },
): Promise<TextVerification> {
  const found: TextVerification = {
    vaults: 0,
    opened: 0,
    unreadable: [],
  };
  let after: string | null = null;
  for (;;) {
    const batch: StoredTexts[] = await listTexts(needs.database, { after, max: vaultsInOneBatch });
    for (const vault of batch) {
      const { opened, unreadable } = await checkVault(needs, vault);
      found.vaults += 1;
      found.opened += opened;
      found.unreadable.push(...unreadable);
      needs.onVault?.(found.vaults);
    }
    after = batch.at(-1)?.id ?? null;
    if (!after) return found;
  }
}
