// `npm run keys -- replace-lost-secret`: for a database whose secret is lost with every copy. Without --yes it shows what would end.

import { listLostSecrets, replaceLostSecret } from '../../keys/secret/replace-lost-secret.ts';
import { refuseOtherConnections } from '../../platform/database/lock-tables.ts';
import { systemClock } from '../../platform/lib/clock.ts';
import { CommandRefused, refuseWithoutYes } from '../run/command-line.ts';
import { nameDatabase } from '../run/existing-installation.ts';
import type { OpenedDatabase } from '../run/run-command.ts';

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
  refuseWithoutYes(isSure, endOf(lost));
  const { needsNewJournal } = await replaceLostSecret(needs);
  const steps = needsNewJournal
    ? 'Now run npm run restore -- --without-journal "the secret is lost", and start the service'
    : 'Now start the service; its journal continues';
  return `Replaced: ${lost.join(', ')}. Copy the current secret. ${steps} (docs/guide/keys.md).`;
}

const endOf = (lost: readonly string[]): string =>
  `The secret ${lost.join(' and ')} is missing. Put it back from its copy if there is one. Otherwise everything created under it will stop working: executors' codes, recipients' links, answers to questions, passwords, second steps and sessions. Waiting emails with a link or a code will be given up.`;
