// The `npm run keys` commands for the secrets that digest and sign: show their uses, rotate, retire.

import { secretsFileOf } from '../keys/secret/master-secret.ts';
import { listHeldSecrets, retireSecret, rotateSecret } from '../keys/secret/rotate-secret.ts';
import type { SecretUse } from '../keys/secret/secret-use-store.ts';
import { resealSecrets } from '../people/two-factor/reseal-secrets.ts';
import { resealJournalKeys } from '../records/journal/journal-keys.ts';
import type { Services } from '../services.ts';
import { CommandRefused } from './command-refused.ts';

type Needs = Pick<Services, 'database' | 'clock' | 'config' | 'keyring'>;

const linesOf = (uses: readonly SecretUse[]): string[] => uses.map(({ what, count }) => `  ${count} ${what}`);

export async function showSecrets(needs: Needs): Promise<string> {
  const held = await listHeldSecrets(needs);
  const parts = held.map(({ name, isCurrent, createdAt, uses }) => {
    const ending = uses.filter(({ isLost }) => !isLost);
    return [
      `${name}${isCurrent ? '  current' : ''}  since ${createdAt.toISOString().slice(0, 10)}`,
      ...linesOf(uses.filter(({ isLost }) => isLost)),
      ...(ending.length > 0 ? ['  and what can be had again:', ...linesOf(ending)] : []),
    ];
  });
  return parts.flat().join('\n');
}

export async function showRotation(needs: Needs): Promise<string> {
  if (needs.config.secret)
    throw new CommandRefused(
      'SECRET is set, so it is rotated there, in two steps. First make a new one (openssl rand -base64 32), set OTHER_SECRETS to it and restart every process. Then swap them, so that SECRET is the new one, and restart every process again.',
    );
  const name = await rotateSecret(needs);
  const resealed = await resealSecrets(needs);
  await resealJournalKeys(needs);
  return `The secret ${name} is current, also in the running service; ${resealed} authenticator apps were sealed under it. Copy ${secretsFileOf(needs.config)} to its other place now.`;
}

export async function showRetirement(needs: Needs, { name, lost }: { name: string; lost: number }): Promise<string> {
  await resealSecrets(needs);
  await resealJournalKeys(needs);
  const outcome = await retireSecret(needs, name, lost);
  if (outcome.state === 'retired') {
    const where = needs.config.secret
      ? 'Take it out of OTHER_SECRETS and restart every process.'
      : `It is no longer in ${secretsFileOf(needs.config)}.`;
    return `The secret ${name} is retired. ${where} Keep its copy for as long as a backup from before now may be restored.`;
  }
  if (outcome.state !== 'needed') throw new CommandRefused(refusals[outcome.state]);
  throw new CommandRefused(
    [
      `The secret ${name} is needed. Without it these would be void for good:`,
      ...linesOf(outcome.uses),
      'A code and a link move to the current secret when they are next used, a password when its owner signs in, answers when the owner writes them again.',
      `To lose what is left: npm run keys -- retire-secret ${name} --lose ${outcome.lost} --yes`,
    ].join('\n'),
  );
}

const refusals = {
  unknown: 'There is no secret of this name; npm run keys -- secrets shows them.',
  current: 'This secret is the current one; rotate it first.',
  'too-soon': 'The rotation is not an hour ago: another process may still use the secret before it. Try again later.',
};
