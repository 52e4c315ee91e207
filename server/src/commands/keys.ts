// `npm run keys -- list | rotate | retire`: the master keys that wrap the key of each vault; `-- secrets | rotate-secret |
// retire-secret`: the secrets that digest and sign. Runs whether or not the service does.
import { addMasterKey, retireKeys, rewrapKeys } from '../keys/rotate-keys.ts';
import { countByMasterKey } from '../keys/vault-key-store.ts';
import type { Services } from '../services.ts';
import { CommandRefused } from './command-refused.ts';
import { runWithServices } from './run-with-services.ts';
import { showRetirement, showRotation, showSecrets } from './secret-commands.ts';

const usage = `npm run keys -- list     the master keys, and how many vaults each of them wraps
npm run keys -- rotate   adds a master key and wraps the key of every vault again under it; no file is touched
npm run keys -- retire   destroys the master keys that wrap nothing any more, an hour after the rotation at the earliest
npm run keys -- secrets                what hangs on each secret that digests and signs
npm run keys -- rotate-secret          adds a secret, under which everything is made from now on
npm run keys -- retire-secret <name>   ends an earlier secret that nothing needs; with --lose <number> also one that is needed`;

await runWithServices(() => commandOf(process.argv.slice(2)));

function commandOf([name, ...rest]: string[]): (services: Services) => Promise<string> {
  if (name === 'list') return list;
  if (name === 'rotate') return rotate;
  if (name === 'retire') return retire;
  if (name === 'secrets') return showSecrets;
  if (name === 'rotate-secret') return showRotation;
  const [secret, option, number = '0', ...more] = rest;
  const isWhole = option === undefined || (option === '--lose' && /^\d{1,9}$/.test(number) && more.length === 0);
  if (name === 'retire-secret' && secret && isWhole)
    return (services) => showRetirement(services, { name: secret, lost: Number(number) });
  throw new CommandRefused(usage);
}

async function list({ keyFile, database }: Services): Promise<string> {
  const ring = keyFile.read();
  const inUse = await countByMasterKey(database);
  const lines = Object.keys(ring.keys).map(
    (name) => `${name}  ${inUse.get(name) ?? 0} vaults${name === ring.current ? ', current' : ''}`,
  );
  return [keyFile.path, ...lines].join('\n');
}

async function rotate(services: Services): Promise<string> {
  await addMasterKey(services);
  const rewrapped = await rewrapKeys(services);
  return `${rewrapped} keys are wrapped under ${services.masterKeys.currentName()}. Copy ${services.keyFile.path} to its other place now.`;
}

async function retire(services: Services): Promise<string> {
  const retired = await retireKeys(services);
  if (retired.length === 0)
    return 'No master key can be destroyed: each wraps a vault, or the rotation is not an hour ago.';
  return `Destroyed: ${retired.join(', ')}. Destroy the copies of ${services.keyFile.path} that still hold them.`;
}
