// Rotates the secret: a new one is added and becomes current, and an older one is retired. Each step can be repeated after an
// interruption, and the database always names every secret that stored values use.
import type { Database } from '../../platform/database/open-database.ts';
import { type Clock, minutesLater } from '../../platform/lib/clock.ts';
import { newMasterSecret } from '../../platform/lib/ids.ts';
import {
  type InstalledSecret,
  insertSecret,
  listSecrets,
  lockInstallation,
  markRetired,
} from './installation-store.ts';
import { checkOf, labelOf, nameOf } from './keyring.ts';
import { readMasterSecrets, type SecretSource, secretsFileOf } from './master-secret.ts';
import { countSecretUses, type SecretUse } from './secret-use-store.ts';
import { readSecretsFile, secretOf, writeSecretsFile } from './secrets-file.ts';

export interface SecretNeeds {
  database: Database;
  clock: Clock;
  config: SecretSource;
}

/** A process that noticed the new secret late may still write under the previous one, but never longer than this. */
const settledMinutes = 60;

/**
 * Adds a secret to the secrets file. Every process accepts it, and the database names it, before anything is made with it.
 * @returns its name
 */
export async function rotateSecret(needs: SecretNeeds): Promise<string> {
  const added = newMasterSecret();
  const check = checkOf(secretOf(added));
  await changeFile(needs, (secrets) => [...secrets, added]);
  await needs.database.transaction(async (tx) => {
    await lockInstallation(tx);
    await insertSecret(tx, check, needs.clock.now());
  });
  await changeFile(needs, (secrets) => [added, ...secrets.filter((secret) => secret !== added)]);
  return nameOf(check);
}

/** One change at a time: the file is written within the transaction because the lock ends with it. */
const changeFile = ({ database, config }: SecretNeeds, change: (secrets: string[]) => string[]): Promise<void> =>
  database.transaction(async (tx) => {
    await lockInstallation(tx);
    const file = secretsFileOf(config);
    const secrets = readSecretsFile(file);
    if (!secrets) throw new Error(`${file} is missing`);
    await writeSecretsFile(file, change(secrets));
  });

export interface HeldSecret extends InstalledSecret {
  name: string;
  isCurrent: boolean;
  uses: SecretUse[];
}

/** The secrets that were not retired, each with the number of values that need it. */
export async function listHeldSecrets(needs: SecretNeeds): Promise<HeldSecret[]> {
  const installed = await listSecrets(needs.database);
  const uses = await countSecretUses(needs.database, needs.clock.now());
  const [current] = readMasterSecrets(needs.config) ?? [];
  const currentCheck = current && checkOf(current);
  const held = installed.map((secret, position) => ({
    ...secret,
    name: nameOf(secret.secretCheck),
    isCurrent: secret.secretCheck === currentCheck,
    uses: uses.get(position === 0 ? '' : labelOf(secret.secretCheck)) ?? [],
  }));
  return held.filter(({ retiredAt }) => !retiredAt);
}

export type Retirement =
  | { state: 'retired' }
  | { state: 'unknown' | 'current' | 'too-soon' }
  /** How many values would be lost, and which. */
  | { state: 'needed'; lost: number; uses: SecretUse[] };

/** @param lost how many values the operator agrees to lose */
export async function retireSecret(needs: SecretNeeds, name: string, lost = 0): Promise<Retirement> {
  const { clock, database } = needs;
  const held = await listHeldSecrets(needs);
  const secret = held.find((one) => one.name === name);
  const retired = (await listSecrets(database)).find(
    ({ secretCheck, retiredAt }) => retiredAt && nameOf(secretCheck) === name,
  );
  const since = held.find(({ isCurrent }) => isCurrent)?.createdAt;
  if (!secret && !retired) return { state: 'unknown' };
  if (secret?.isCurrent) return { state: 'current' };
  if (secret) {
    if (!since || minutesLater(since, settledMinutes) > clock.now()) return { state: 'too-soon' };
    const needed = secret.uses.filter(({ isLost }) => isLost);
    const sum = needed.reduce((all, { count }) => all + count, 0);
    if (sum > 0 && sum !== lost) return { state: 'needed', lost: sum, uses: needed };
    await database.transaction((tx) => markRetired(tx, secret.secretCheck, clock.now()));
  }
  // This also runs for a secret that was already retired, if the file was not written then.
  const isOther = (text: string) => nameOf(checkOf(secretOf(text))) !== name;
  if (!needs.config.secret) await changeFile(needs, (secrets) => secrets.filter(isOther));
  return { state: 'retired' };
}
