// `npm run keys -- list | rotate | retire`: the master keys that wrap the key of each vault; `-- secrets | rotate-secret |
// retire-secret`: the secrets that digest and sign. Runs whether or not the service does.
import type { Config } from '../config.ts';
import { addMasterKey, retireKeys, rewrapKeys } from '../keys/rotate-keys.ts';
import { countByMasterKey } from '../keys/vault-key-store.ts';
import type { Services } from '../services.ts';
import { CommandRefused } from './command-refused.ts';
import { runWithServices } from './run-with-services.ts';
import { showRetirement, showRotation, showSecrets } from './secret-commands.ts';

const usage = `npm run keys -- list     the master keys, and how many vaults each of them wraps
npm run keys -- rotate   wraps the key of every vault again, under a new master key of the file or the current one of the key service
npm run keys -- retire   destroys the master keys of the file that wrap nothing any more, an hour after the rotation at the earliest
npm run keys -- secrets                what hangs on each secret that digests and signs
npm run keys -- rotate-secret          adds a secret, under which everything is made from now on
npm run keys -- retire-secret <name>   ends an earlier secret that nothing needs; with --lose <number> also one that is needed`;

await runWithServices(({ wrapsWith }) => commandOf(process.argv.slice(2), wrapsWith));

function commandOf([name, ...rest]: string[], wrapsWith: Config['wrapsWith']): (services: Services) => Promise<string> {
  if (name === 'list') return list;
  if (name === 'rotate') return rotate;
  if (name === 'retire') return wrapsWith === 'file' ? retire : refuseRetirement(wrapsWith);
  if (name === 'secrets') return showSecrets;
  if (name === 'rotate-secret') return showRotation;
  const [secret, option, number = '0', ...more] = rest;
  const isWhole = option === undefined || (option === '--lose' && /^\d{1,9}$/.test(number) && more.length === 0);
  if (name === 'retire-secret' && secret && isWhole)
    return (services) => showRetirement(services, { name: secret, lost: Number(number) });
  throw new CommandRefused(usage);
}

async function list({ masterKeys, keyFile, database }: Services): Promise<string> {
  const current = await masterKeys.currentName();
  const inUse = await countByMasterKey(database);
  const ours = keyFile.isThere() ? Object.keys(keyFile.read().keys) : [];
  const names = new Set([...(keyFile.wraps ? ours : [...ours, current]), ...inUse.keys()]);
  const lines = [...names].map(
    (name) => `${name}  ${inUse.get(name) ?? 0} vaults${name === current ? ', current' : ''}`,
  );
  return [...(keyFile.isThere() ? [keyFile.path] : []), ...lines].join('\n');
}

async function rotate(services: Services): Promise<string> {
  const { keyFile, masterKeys } = services;
  if (keyFile.wraps) await addMasterKey(services);
  const rewrapped = await rewrapKeys(services);
  const done = `${rewrapped} keys are wrapped under ${await masterKeys.currentName()}.`;
  if (keyFile.wraps) return `${done} Copy ${keyFile.path} to its other place now.`;
  return `${done} The key service makes and destroys its own master keys; docs/operations.md says how.${await aboutFile(services)}`;
}

/** Another process with earlier settings may still wrap under it, which nobody can see from here. */
async function aboutFile({ keyFile, database }: Services): Promise<string> {
  if (!keyFile.isThere()) return '';
  const inUse = await countByMasterKey(database);
  if (Object.keys(keyFile.read().keys).some((name) => inUse.has(name))) return '';
  return `\nNo vault needs ${keyFile.path} any more. Once every process runs with these settings and this command has run again, stop the service, move the file away, and start (docs/operations.md).`;
}

async function retire(services: Services): Promise<string> {
  const { path } = services.keyFile;
  const retired = await retireKeys(services);
  if (retired.length === 0)
    return 'No master key can be destroyed: each wraps a vault, or the rotation is not an hour ago.';
  return `Destroyed: ${retired.join(', ')}. Destroy the copies of ${path} that still hold them.`;
}

function refuseRetirement(wrapsWith: Config['wrapsWith']): never {
  const where = wrapsWith === 'kms' ? 'AWS KMS' : 'the transit engine';
  throw new CommandRefused(
    `The master keys are in ${where}: destroy there what npm run keys -- list shows with 0 vaults or no longer shows (docs/operations.md). Nothing was changed.`,
  );
}
