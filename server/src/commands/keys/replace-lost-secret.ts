// `npm run keys -- replace-lost-secret`: for a database whose secret is lost with every copy. Without --yes it shows what would end.

import { listLostSecrets, replaceLostSecret } from '../../keys/secret/replace-lost-secret.ts';
import { refuseOtherConnections } from '../../platform/database/lock-tables.ts';
import {
  accessVerifications,
  executors,
  passwords,
  securityQuestions,
  sessions,
  twoFactors,
} from '../../platform/database/schema.ts';
import type { Database } from '../../platform/database/transaction.ts';
import { systemClock } from '../../platform/lib/clock.ts';
import { CommandRefused, refuseWithoutYes } from '../run/command-line.ts';
import { nameDatabase } from '../run/existing-installation.ts';
import type { OpenedDatabase } from '../run/run-command.ts';

const ends = {
  "executors' codes": executors,
  "recipients' links": accessVerifications,
  "questions, whose answers are recipients' second proof": securityQuestions,
  passwords,
  'second steps': twoFactors,
  sessions,
} as const;

/** A running service would go on under the lost secret, so none may run. */
export async function showReplacement(
  { config, database, connection }: OpenedDatabase,
  isSure: boolean | undefined,
): Promise<string> {
  await refuseOtherConnections(nameDatabase(config), connection);
  const needs = { config, database, clock: systemClock };
  const lost = await listLostSecrets(needs);
  if (lost.length === 0)
    throw new CommandRefused('This database lacks no secret: the settings name all of them. Nothing was changed.');
  refuseWithoutYes(isSure, await describeEnd(database, lost));
  const { needsNewJournal } = await replaceLostSecret(needs);
  const steps = needsNewJournal
    ? 'Now run npm run restore -- --without-journal "the secret is lost", and start the service'
    : 'Now start the service; its journal continues';
  return `Replaced: ${lost.join(', ')}. Copy the current secret. ${steps} (docs/guide/keys.md).`;
}

async function describeEnd(database: Database, lost: readonly string[]): Promise<string> {
  const counts = Object.entries(ends).map(async ([what, table]) => `${await database.$count(table)} ${what}`);
  return `The secret ${lost.join(' and ')} is missing. Put it back from its copy if there is one. Otherwise everything created under it will stop working. This database has ${(await Promise.all(counts)).join(', ')}. Waiting emails with a link or a code will be given up.`;
}
