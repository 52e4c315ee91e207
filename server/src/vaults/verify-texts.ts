// Opens every sealed text of every vault, names what cannot be opened, and dates each vault.
import { type CheckVaultNeeds, checkVault } from './check-vault.ts';
import { listTexts, type StoredTexts } from './stores/vault-text-store.ts';

export interface TextVerification {
  /** How many vaults, and how many of their rows with sealed texts, were opened. */
  vaults: number;
  opened: number;
  /** The texts that cannot be opened, as "the message of vault …". */
  unreadable: string[];
}

const vaultsInOneBatch = 50;

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
