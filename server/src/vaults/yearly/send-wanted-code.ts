// Sends a new code to an executor who asked for one, after the owner's press on the link in our email. It does what the button on the vault's
// page does, and works once.
import type { VaultKeys } from '../../keys/vault/vault-keys.ts';
import type { ReportChangeNeeds } from '../../people/owner-changes/report-change.ts';
import { consumeAccountLink, findAccountOfLink } from '../../people/sessions/account-links.ts';
import { ownerName } from '../../people/users/owner-name.ts';
import type { Database } from '../../platform/database/transaction.ts';
import { Refusal, refuse } from '../../platform/lib/refusal.ts';
import { correctExecutor } from '../executors/correct-executor.ts';
import type { LetterLimitNeeds } from '../executors/limit-executor-letters.ts';
import { findYearly } from '../executors/yearly-store.ts';

export type WantedCodeNeeds = ReportChangeNeeds & LetterLimitNeeds & { database: Database; vaultKeys: VaultKeys };

/** @throws {Refusal} wanted-code-link-unknown, and those of a new code */
export async function sendWantedCode(needs: WantedCodeNeeds, token: string): Promise<{ executorName: string }> {
  const link = token.trim();
  const executorId = await findAccountOfLink(needs, needs.database, 'wanted-code', link);
  const found = executorId && (await findYearly(needs.database, executorId));
  if (!found) refuse('wanted-code-link-unknown');
  const { executor, vault, owner } = found;
  await ifStillThere(
    correctExecutor(needs, {
      ownerId: owner.id,
      ownerName: ownerName(owner),
      vaultId: vault.id,
      executorId: executor.id,
      // Under the vault's lock, so that only one of two presses sends a code.
      confirm: async (tx) => {
        if (!(await consumeAccountLink(needs, tx, 'wanted-code', link))) refuse('wanted-code-link-unknown');
      },
    }),
  );
  return { executorName: executor.name || executor.email };
}

/** The vault may be released or deleted since the link was looked up. */
const gone: readonly string[] = ['vault-not-found', 'executor-not-found', 'vault-released'];

async function ifStillThere(sending: Promise<unknown>): Promise<void> {
  try {
    await sending;
  } catch (error) {
    if (error instanceof Refusal && gone.includes(error.code)) refuse('wanted-code-link-unknown');
    throw error;
  }
}
