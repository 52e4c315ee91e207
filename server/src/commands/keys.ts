// `npm run keys -- list | rotate | retire | merge`: the master keys that wrap each vault's key; `-- secrets | rotate-secret |
// retire-secret`: the secrets that digest and sign. Works whether or not the service is running.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { addMasterKey, retireKeys, rewrapKeys } from '../keys/vault/rotate-keys.ts';
import { countByMasterKey } from '../keys/vault/vault-key-store.ts';
import { lockRestore, unfinishedRestore } from '../operations/restore/restored-database.ts';
import { vaultKeys } from '../platform/database/schema.ts';
import type { Services } from '../services.ts';
import type { Config } from '../settings/config.ts';
import { mergeKeys } from './keys/merge-keys.ts';
import { showReplacement } from './keys/replace-lost-secret.ts';
import { explainRetirement, showRetirement, showRotation, showSecrets } from './keys/secret-commands.ts';
import { CommandRefused, readCommandLine, refuseWithoutYes, unknownCommand } from './run/command-line.ts';
import type { Report } from './run/progress.ts';
import { runWithDatabase, runWithServices } from './run/run-command.ts';

const usage = `npm run keys -- list     lists the master keys, and how many vault keys each of them wraps
npm run keys -- rotate   wraps the key of every vault again, under a new master key of the file or the current one of the key service
npm run keys -- merge <copy>   adds the master keys of another copy of the file that this one lacks
npm run keys -- retire --yes   destroys the master keys of the file that no longer wrap anything, an hour after the rotation at the earliest
npm run keys -- secrets                lists the secrets that digest and sign, with their dates
npm run keys -- rotate-secret          adds a secret; everything created from now on uses it
npm run keys -- retire-secret <name> --yes   retires an earlier secret, and invalidates what was created under it and not renewed since
npm run keys -- replace-lost-secret --yes    replaces a secret that has no copy left, and invalidates everything that was created under it`;

const options = { yes: { type: 'boolean' } } as const;

const typed = () => readCommandLine({ usage, options, words: 2 });
// The services cannot be opened with a file that lacks a key, or without the secret.
if (process.argv[2] === 'replace-lost-secret')
  await runWithDatabase(() => {
    const { positionals, values } = typed();
    if (positionals.length > 1) throw new CommandRefused(usage);
    return (opened) => showReplacement(opened, values.yes);
  });
else if (process.argv[2] === 'merge')
  await runWithDatabase(() => {
    const [, copy] = typed().positionals;
    if (!copy) throw new CommandRefused(usage);
    return (opened) => mergeKeys(opened, path.resolve(copy));
  }, restoredOrOwn);
else
  await runWithServices((config) => {
    const { positionals, values } = typed();
    return commandOf(positionals, values.yes, () => config().wrapsWith);
  });

/** A restore stops if the key file lacks a key, and its database waits in its own folder until then, complete once the files follow. */
async function restoredOrOwn({ dataDirectory }: Config): Promise<string> {
  const unfinished = unfinishedRestore(dataDirectory);
  const isComplete = existsSync(path.join(unfinished, 'objects'));
  if (existsSync(path.join(dataDirectory, 'postgres')) || !isComplete) return dataDirectory;
  await lockRestore(dataDirectory);
  return unfinished;
}

function commandOf(
  [name, secret]: string[],
  yes: boolean | undefined,
  readWrapsWith: () => Config['wrapsWith'],
): (services: Services, report: Report) => Promise<string> {
  if (name === 'retire-secret' && secret) {
    refuseWithoutYes(yes, explainRetirement(secret));
    return (services) => showRetirement(services, secret);
  }
  if (name === 'retire-secret')
    throw new CommandRefused(`retire-secret needs the name of a secret; “npm run keys -- secrets” lists them.`);
  if (secret !== undefined) throw new CommandRefused(`“${secret}” is one argument too many.\n${usage}`);
  if (name === 'list') return list;
  if (name === 'rotate') return rotate;
  if (name === 'secrets') return showSecrets;
  if (name === 'rotate-secret') return showRotation;
  if (name !== 'retire') throw unknownCommand(name ?? '', usage);
  const wrapsWith = readWrapsWith();
  if (wrapsWith !== 'file') return refuseRetirement(wrapsWith);
  refuseWithoutYes(
    yes,
    'Every master key that wraps no vault key will be destroyed. Earlier backups cannot be opened without these keys.',
  );
  return retire;
}

async function list({ masterKeys, keyFile, database }: Services): Promise<string> {
  const current = await masterKeys.currentName();
  const inUse = await countByMasterKey(database);
  const ours = keyFile.isThere() ? Object.keys(keyFile.read().keys) : [];
  const names = new Set([...(keyFile.wraps ? ours : [...ours, current]), ...inUse.keys()]);
  const lines = [...names].map(
    (name) => `${name}  ${countVaults(inUse.get(name) ?? 0)}${name === current ? ', current' : ''}`,
  );
  return [...(keyFile.isThere() ? [keyFile.path] : []), ...lines].join('\n');
}

function countVaults(count: number): string {
  return `${count} ${count === 1 ? 'vault' : 'vaults'}`;
}

async function rotate(services: Services, report: Report): Promise<string> {
  const { keyFile, masterKeys } = services;
  if (keyFile.wraps) await addMasterKey(services);
  const total = await services.database.$count(vaultKeys);
  const onBatch = (done: number) => report('keys of vaults wrapped again', done, total);
  const rewrapped = await rewrapKeys({ ...services, onBatch });
  const done = `${rewrapped} keys are wrapped under ${await masterKeys.currentName()}.`;
  if (keyFile.wraps) return `${done} Copy ${keyFile.path} to its other place now.`;
  return `${done} The key service creates and destroys its own master keys; docs/guide/key-service.md explains how.${await aboutFile(services)}`;
}

/** Another process with older settings may still wrap with it, which cannot be seen from here. */
async function aboutFile({ keyFile, database }: Services): Promise<string> {
  if (!keyFile.isThere()) return '';
  const inUse = await countByMasterKey(database);
  if (Object.keys(keyFile.read().keys).some((name) => inUse.has(name))) return '';
  return `\nNo vault needs ${keyFile.path} any longer. When every process runs with these settings, run this command again. Then stop the service, move the file away, and start it (docs/guide/key-service.md).`;
}

async function retire(services: Services): Promise<string> {
  const { path } = services.keyFile;
  const retired = await retireKeys(services);
  if (retired.length === 0)
    throw new CommandRefused(
      'No master key can be destroyed: each of them wraps vault keys, or the rotation was less than an hour ago.',
    );
  return `Destroyed: ${retired.join(', ')}. Destroy the copies of ${path} that still contain them.`;
}

function refuseRetirement(wrapsWith: Config['wrapsWith']): never {
  const where = wrapsWith === 'kms' ? 'AWS KMS' : 'the transit engine';
  throw new CommandRefused(
    `The master keys are in ${where}. Destroy there the keys that “npm run keys -- list” shows with 0 vaults or no longer shows (docs/guide/key-service.md). Nothing was changed.`,
  );
}
