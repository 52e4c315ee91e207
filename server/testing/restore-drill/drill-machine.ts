// The machines of the restore drill: folders assembled from a backup, a copy of the journal, a key file and a secret, and the operator's
// commands that run in them.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { childEnvironment } from '../child-environment.ts';

export interface Machine {
  dataDirectory: string;
  /** Runs a command. Returns its exit status and both output streams. */
  run(name: string, ...words: string[]): { status: number | null; stdout: string; stderr: string };
}

export interface Parts {
  /** The folder of a backup; its secret and its keys are next to it. */
  backup: string;
  /** The folder of a journal; missing if the journal is lost. */
  journal?: string | undefined;
  keyring?: string | undefined;
  secret?: string | undefined;
}

export function machineIn(dataDirectory: string): Machine {
  const env = childEnvironment({ DATA_DIR: dataDirectory, LOG_LEVEL: 'error', PASSWORD_HASH_COST: '4' });
  return {
    dataDirectory,
    run(name, ...words) {
      const program = path.join(import.meta.dirname, `../../src/commands/${name}.ts`);
      return spawnSync(process.execPath, [program, ...words], { env, encoding: 'utf8' });
    },
  };
}

/** A new machine with these parts, before a restore. */
export function assemble(dataDirectory: string, { backup, journal, keyring, secret }: Parts): Machine {
  mkdirSync(dataDirectory);
  const place = (name: string) => path.join(dataDirectory, name);
  cpSync(secret ?? `${backup}.secrets.json`, place('secrets.json'));
  cpSync(keyring ?? `${backup}.keyring.json`, place('keyring.json'));
  if (journal) cpSync(journal, place('journal'), { recursive: true });
  return machineIn(dataDirectory);
}

/** A copy of a stopped machine; its files keep their owners. */
export function copyMachine({ dataDirectory }: Machine, to: string): Machine {
  spawnSync('cp', ['-a', dataDirectory, to]);
  return machineIn(to);
}
