// Rotates the secret: adds a new one, makes it current, and retires an older one. Each step can be repeated after an
// interruption, and the database always names every secret that stored values use.
import type { Database } from '../../platform/database/transaction.ts';
import { type Clock, minutesLater } from '../../platform/lib/clock.ts';
import { newMasterSecret } from '../../platform/lib/ids.ts';
import {
  type InstalledSecret,
  insertSecret,
  listSecrets,
  lockInstallation,
  markRetired,
} from './installation-store.ts';
import { checkOf, nameOf } from './keyring.ts';
import { type MasterSecretSource, readMasterSecrets, secretsFileOf } from './master-secret.ts';
import { readSecretsFile, secretOf, writeSecretsFile } from './secrets-file.ts';

export interface SecretNeeds {
  database: Database;
  clock: Clock;
  config: MasterSecretSource;
}

/** A process that noticed the new secret late may still write under the previous one, but never longer than this. */
const settledMinutes = 60;

/**
 * Adds a secret to the secrets file. Every process accepts it, and the database names it, before anything is created with it.
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
}

/** The secrets that were not retired, oldest first. */
export async function listHeldSecrets({ database, config }: SecretNeeds): Promise<HeldSecret[]> {
  const secrets = await listNamedSecrets(database);
  const [current] = readMasterSecrets(config) ?? [];
  const currentCheck = current && checkOf(current);
  return secrets
    .filter(({ retiredAt }) => !retiredAt)
    .map((secret) => ({ ...secret, isCurrent: secret.secretCheck === currentCheck }));
}

const listNamedSecrets = async (database: Database) =>
  (await listSecrets(database)).map((secret) => ({ ...secret, name: nameOf(secret.secretCheck) }));

/** An earlier secret is retired by age only: everything made under it and not renewed since becomes invalid. */
export async function retireSecret(
  needs: SecretNeeds,
  name: string,
): Promise<'retired' | 'unknown' | 'current' | 'too-soon'> {
  const { clock, database } = needs;
  const secret = (await listNamedSecrets(database)).find((one) => one.name === name);
  if (!secret) return 'unknown';
  if (!secret.retiredAt) {
    const current = (await listHeldSecrets(needs)).find(({ isCurrent }) => isCurrent);
    if (current?.name === name) return 'current';
    if (!current || minutesLater(current.createdAt, settledMinutes) > clock.now()) return 'too-soon';
    await database.transaction((tx) => markRetired(tx, secret.secretCheck, clock.now()));
  }
  // This also runs for a secret that was already retired, if the file was not written then.
  const isOther = (text: string) => nameOf(checkOf(secretOf(text))) !== name;
  if (!needs.config.secret) await changeFile(needs, (secrets) => secrets.filter(isOther));
  return 'retired';
}
