// `npm run keys -- list | rotate | retire | merge`: the master keys that wrap each vault's key; `-- secrets | rotate-secret |
// retire-secret`: the secrets that digest and sign. Works whether or not the service is running.
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Services } from '../services.ts';
import type { Config } from '../settings/config.ts';
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
    return async (opened) => {
      const { showReplacement } = await import('./keys/replace-lost-secret.ts');
      return showReplacement(opened, values.yes);
    };
  });
else if (process.argv[2] === 'merge')
  await runWithDatabase(() => {
    const [, copy] = typed().positionals;
    if (!copy) throw new CommandRefused('merge needs the other copy of the key file: npm run keys -- merge <copy>');
    return async (opened) => {
      const { mergeKeys } = await import('./keys/merge-keys.ts');
      return mergeKeys(opened, path.resolve(copy));
    };
  }, restoredOrOwn);
else
  await runWithServices((config) => {
    const { positionals, values } = typed();
    return commandOf(positionals, values.yes, async () => (await config()).wrapsWith);
  });

/** A restore stops if the key file lacks a key, and its database waits in its own folder until then, complete once the files follow. */
async function restoredOrOwn({ dataDirectory }: Config): Promise<string> {
  const { lockRestore, unfinishedRestore } = await import('../operations/restore/restored-database.ts');
  const unfinished = unfinishedRestore(dataDirectory);
  const isComplete = existsSync(path.join(unfinished, 'objects'));
  if (existsSync(path.join(dataDirectory, 'postgres')) || !isComplete) return dataDirectory;
  await lockRestore(dataDirectory);
  return unfinished;
}

async function commandOf(
  [name, secret]: string[],
  yes: boolean | undefined,
  readWrapsWith: () => Promise<Config['wrapsWith']>,
): Promise<(services: Services, report: Report) => Promise<string>> {
  if (name === 'retire-secret' && secret) {
    refuseWithoutYes(yes, explainRetirement(secret));
    return async (services) => (await ofSecrets()).showRetirement(services, secret);
  }
  if (name === 'retire-secret')
    throw new CommandRefused(`retire-secret needs the name of a secret; “npm run keys -- secrets” lists them.`);
  if (secret !== undefined) throw new CommandRefused(`“${secret}” is one argument too many.\n${usage}`);
  if (name === 'list') return async (services) => (await ofMasterKeys()).list(services);
  if (name === 'rotate') return async (services, report) => (await ofMasterKeys()).rotate(services, report);
  if (name === 'secrets') return async (services) => (await ofSecrets()).showSecrets(services);
  if (name === 'rotate-secret') return async (services) => (await ofSecrets()).showRotation(services);
  if (name !== 'retire') throw unknownCommand(name ?? '', usage);
  const wrapsWith = await readWrapsWith();
  if (wrapsWith !== 'file') return refuseRetirement(wrapsWith);
  refuseWithoutYes(
    yes,
    'Every master key that wraps no vault key will be destroyed. Earlier backups cannot be opened without these keys.',
  );
  return async (services) => (await ofMasterKeys()).retire(services);
}

function ofMasterKeys() {
  return import('./keys/master-key-commands.ts');
}

function ofSecrets() {
  return import('./keys/secret-commands.ts');
}

function refuseRetirement(wrapsWith: Config['wrapsWith']): never {
  const where = wrapsWith === 'kms' ? 'AWS KMS' : 'the transit engine';
  throw new CommandRefused(
    `The master keys are in ${where}. Destroy there the keys that “npm run keys -- list” shows with 0 vaults or no longer shows (docs/guide/key-service.md). Nothing was changed.`,
  );
}

/** The effect that the operator confirms with `--yes`. */
function explainRetirement(name: string): string {
  return `Everything created under the secret ${name} and not renewed since will stop working: executors’ codes, recipients’ links and answers, passwords, recovery codes, links that undo a change, waiting emails with a link or a code, and sessions.`;
}
