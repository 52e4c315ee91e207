// Lets a database continue after a secret was lost with every copy: what was made under it ends, and everything from now on is made
// under the secret that is set or in the secrets file, or under a new one. It can be repeated after an interruption.
import type { Transaction } from '../../platform/database/transaction.ts';
import { StartRefused } from '../../platform/lib/start-refused.ts';
import { clearSeed, insertSecret, listSecrets, lockInstallation, markRetired } from './installation-store.ts';
import { checkOf, labelIn, labelOf, nameOf } from './keyring.ts';
import { readMasterSecrets, secretsFileOf } from './master-secret.ts';
import type { SecretNeeds } from './rotate-secret.ts';
import { createSecretsFile } from './secrets-file.ts';

/**
 * The check values of the secrets that this database was written with and that are not here, in the caller's transaction.
 * @throws {StartRefused} if the current secret was retired: no start would accept it
 */
async function findLost(tx: Transaction, known: readonly string[]): Promise<{ checks: string[]; lostSeed: boolean }> {
  const installed = await listSecrets(tx);
  const isLost = ({ secretCheck, retiredAt }: (typeof installed)[number]) => !retiredAt && !known.includes(secretCheck);
  if (installed.some(({ secretCheck, retiredAt }) => retiredAt && secretCheck === known[0]))
    throw new StartRefused('The current secret was retired. Move it away or set a new one. Nothing was changed.');
  const [first] = installed;
  const labels = known.map((check) => (check === first?.secretCheck ? '' : labelOf(check)));
  const lostSeed = !!first?.sealedSeed && !labels.includes(labelIn(first.sealedSeed));
  return { checks: installed.filter(isLost).map(({ secretCheck }) => secretCheck), lostSeed };
}

const knownChecks = ({ config }: SecretNeeds): string[] => (readMasterSecrets(config) ?? []).map(checkOf);

/** Empty if every secret is here. */
export const listLostSecrets = (needs: SecretNeeds): Promise<string[]> =>
  needs.database.transaction(async (tx) => (await findLost(tx, knownChecks(needs))).checks.map(nameOf));

/** The journal's keys end with the secret that sealed them: the next start creates new ones, for a new journal. */
export async function replaceLostSecret(needs: SecretNeeds): Promise<{ needsNewJournal: boolean }> {
  const { clock, config, database } = needs;
  return database.transaction(async (tx) => {
    await lockInstallation(tx);
    if (!readMasterSecrets(config)) await createSecretsFile(secretsFileOf(config));
    const known = knownChecks(needs);
    const { checks, lostSeed } = await findLost(tx, known);
    for (const check of checks) await markRetired(tx, check, clock.now());
    if (lostSeed) await clearSeed(tx);
    await insertSecret(tx, known[0] ?? '', clock.now());
    return { needsNewJournal: lostSeed };
  });
}
