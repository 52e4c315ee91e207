// The `npm run keys` commands for the secrets that digest and sign: list, rotate, retire.

import { secretsFileOf } from '../../keys/secret/master-secret.ts';
import { listHeldSecrets, retireSecret, rotateSecret } from '../../keys/secret/rotate-secret.ts';
import { resealSecrets } from '../../people/two-factor/verify-two-factor-code.ts';
import { resealJournalKeys } from '../../records/journal/journal-keys.ts';
import type { Services } from '../../services.ts';
import { CommandRefused } from '../run/command-line.ts';

type Needs = Pick<Services, 'database' | 'clock' | 'config' | 'keyring'>;

export async function showSecrets(needs: Needs): Promise<string> {
  const lines = (await listHeldSecrets(needs)).map(
    ({ name, isCurrent, createdAt }) =>
      `${name}${isCurrent ? '  current' : ''}  since ${createdAt.toISOString().slice(0, 10)}`,
  );
  return lines.join('\n');
}

export async function showRotation(needs: Needs): Promise<string> {
  if (needs.config.secret)
    throw new CommandRefused(
      'SECRET is set, so rotate it in the settings, in two steps. First create a new secret (openssl rand -base64 32), set OTHER_SECRETS to it, and restart every process. Then swap the two, so that SECRET is the new secret, and restart every process again.',
    );
  const name = await rotateSecret(needs);
  await resealSecrets(needs);
  await resealJournalKeys(needs);
  return `The secret ${name} is now current, also in the running service. Copy ${secretsFileOf(needs.config)} to its other place now.`;
}

export async function showRetirement(needs: Needs, name: string): Promise<string> {
  await resealSecrets(needs);
  await resealJournalKeys(needs);
  const outcome = await retireSecret(needs, name);
  if (outcome !== 'retired') throw new CommandRefused(refusals[outcome]);
  const where = needs.config.secret
    ? 'Remove it from OTHER_SECRETS and restart every process.'
    : `It is no longer in ${secretsFileOf(needs.config)}.`;
  return `The secret ${name} is retired. ${where} Keep its copy as long as you may restore a backup from before today.`;
}

const refusals = {
  unknown: 'No secret has this name; “npm run keys -- secrets” lists them.',
  current: 'This secret is the current one; rotate it first.',
  'too-soon':
    'The rotation was less than an hour ago: another process may still use the previous secret. Try again later.',
};
