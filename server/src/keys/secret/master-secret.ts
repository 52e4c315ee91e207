// The secrets that all keys are derived from: SECRET and OTHER_SECRETS, or the secrets file. The database stores a check value of
// each, so that a start without a secret it was written with is refused, and no secret is created for existing data.
import path from 'node:path';
import type { Database } from '../../platform/database/transaction.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { stampOf } from '../../platform/lib/durable-file.ts';
import { StartRefused } from '../../platform/lib/start-refused.ts';
import {
  hasAccounts,
  type InstalledSecret,
  insertSecret,
  listSecrets,
  lockInstallation,
} from './installation-store.ts';
import { checkOf, type LabelledSecret, labelOf, nameOf } from './keyring.ts';
import { createSecretsFile, readSecretsFile, secretOf } from './secrets-file.ts';

export interface MasterSecretSource {
  /** The setting SECRET. */
  secret: string | undefined;
  /** The setting OTHER_SECRETS, used together with SECRET. */
  otherSecrets: readonly string[];
  dataDirectory: string;
}

export const secretsFileOf = ({ dataDirectory }: Pick<MasterSecretSource, 'dataDirectory'>): string =>
  path.join(dataDirectory, 'secrets.json');

/**
 * The secrets, the current one first, or null if there is none yet. Called before the database is opened, because a damaged file
 * can be reported immediately.
 * @throws {StartRefused} if the file exists but does not contain secrets
 */
export function readMasterSecrets(source: MasterSecretSource): Buffer[] | null {
  if (source.secret) return [source.secret, ...source.otherSecrets].map((secret) => Buffer.from(secret));
  return readSecretsFile(secretsFileOf(source))?.map(secretOf) ?? null;
}

/**
 * Reads the secrets of this database, the current one first. The first start creates one and stores its check value; the first
 * start with another current secret stores its check value.
 * @throws {StartRefused} if a secret is missing that the database was written with, or the current one was retired
 */
export async function openMasterSecrets(
  { database, clock }: { database: Database; clock: Clock },
  source: MasterSecretSource,
): Promise<() => readonly LabelledSecret[]> {
  return database.transaction(async (tx) => {
    await lockInstallation(tx);
    const installed = await listSecrets(tx);
    const known = readMasterSecrets(source);
    if (!known && (installed.length > 0 || (await hasAccounts(tx)))) throw new StartRefused(missing(source));
    const secrets = known ?? (await createSecretsFile(secretsFileOf(source))).map(secretOf);
    const checks = secrets.map(checkOf);
    refuseOthers(source, installed, checks);
    if (installed.length === 0 && secrets.length > 1 && (await hasAccounts(tx)))
      throw new StartRefused(oneFirst(source));
    await insertSecret(tx, checks[0] ?? '', clock.now());
    return watch(source, await listSecrets(tx), secrets);
  });
}

/**
 * @throws {StartRefused} if the secrets file lacks a secret that the database was written with: a running service keeps the ones it has
 * read
 */
export async function checkMasterSecrets(database: Database, source: MasterSecretSource): Promise<void> {
  // The database is read first: a rotation writes the file before the database names the secret.
  const installed = await listSecrets(database);
  const known = readMasterSecrets(source);
  if (!known) throw new StartRefused(missing(source));
  refuseOthers(source, installed, known.map(checkOf));
}

function refuseOthers(source: MasterSecretSource, installed: InstalledSecret[], checks: string[]): void {
  const live = installed.filter(({ retiredAt }) => !retiredAt);
  const absent = live.filter(({ secretCheck }) => !checks.includes(secretCheck));
  const [first] = absent;
  if (first && absent.length === live.length) throw new StartRefused(another(source));
  if (first) throw new StartRefused(lacking(source, nameOf(first.secretCheck)));
  const isRetired = installed.some(({ secretCheck, retiredAt }) => retiredAt && secretCheck === checks[0]);
  if (isRetired) throw new StartRefused(`${placeOf(source)} starts with a retired secret; put a newer secret first.`);
}

/** Uses a changed file immediately. If the file is missing, unreadable or foreign, the previous secrets stay in use. */
function watch(
  source: MasterSecretSource,
  installed: InstalledSecret[],
  secrets: Buffer[],
): () => readonly LabelledSecret[] {
  const isRetired = (check: string) => installed.some((one) => one.retiredAt && one.secretCheck === check);
  const labelled = (found: Buffer[]): LabelledSecret[] =>
    found
      .map((secret) => ({ secret, check: checkOf(secret) }))
      .filter(({ check }) => !isRetired(check))
      .map(({ secret, check }) => ({ secret, label: check === installed[0]?.secretCheck ? '' : labelOf(check) }));
  const first = labelled(secrets);
  if (source.secret) return () => first;
  const file = secretsFileOf(source);
  let known = { secrets: first, stamp: stampOf(file) };
  const isKnown = ({ secret }: LabelledSecret) => known.secrets.some((one) => one.secret.equals(secret));
  return () => {
    try {
      const stamp = stampOf(file);
      if (stamp === known.stamp) return known.secrets;
      const found = labelled(readSecretsFile(file)?.map(secretOf) ?? []);
      if (found.some(isKnown)) known = { secrets: found, stamp };
    } catch {
      // The next start reports what is wrong with the file.
    }
    return known.secrets;
  };
}

const placeOf = (source: MasterSecretSource): string => (source.secret ? 'SECRET' : secretsFileOf(source));

/** The database does not record which of them the data uses. */
const oneFirst = (source: MasterSecretSource): string =>
  `${placeOf(source)} has several secrets, and the database does not record which of them it uses; start once with only that secret.`;

const missing = (source: MasterSecretSource): string =>
  `${secretsFileOf(source)} is missing, and without it no code or link of this database works; restore the file from its copy, or set SECRET if the secret came from there.`;

const another = (source: MasterSecretSource): string =>
  source.secret
    ? 'SECRET is not the secret of this database; set it to its previous value, or remove it if DATA_DIR/secrets.json contains the right secret.'
    : `${secretsFileOf(source)} does not contain the secret of this database; restore the right file from its copy, or set SECRET if the secret came from there.`;

const lacking = (source: MasterSecretSource, name: string): string =>
  source.secret
    ? `OTHER_SECRETS lacks the secret ${name}, and without it codes and links of this database do not work; add it, or retire it first.`
    : `${secretsFileOf(source)} lacks the secret ${name}, and without it codes and links of this database do not work; restore the complete file from its copy.`;
