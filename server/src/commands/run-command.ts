// Runs an operator's command: reads what was typed and the settings, says which installation it is about, and prints what the command
// answers or why it was refused.
import { type Config, readConfig } from '../config.ts';
import { KeyServiceUnavailable, KeyUnavailable } from '../keys/master-keys.ts';
import { StartRefused } from '../lib/start-refused.ts';
import { CommandRefused } from './command-refused.ts';
import { describeInstallation, refuseWithoutInstallation } from './existing-installation.ts';

const expected = [CommandRefused, StartRefused, KeyServiceUnavailable, KeyUnavailable];

export interface Options {
  /** Where there is no installation yet, it begins one. */
  mayCreate?: boolean;
}

/** Returns what to do, and refuses before anything is opened what cannot be done. */
export type Prepare<Opened> = (config: () => Config) => (opened: Opened) => Promise<string>;

export async function runCommand<Opened>(
  prepare: Prepare<Opened>,
  { mayCreate = false }: Options,
  open: (config: Config, act: (opened: Opened) => Promise<string>) => Promise<string>,
): Promise<void> {
  try {
    // The words come first: help and mistakes need no settings.
    let known: Config | undefined;
    const settings = () => (known ??= readConfig());
    const act = prepare(settings);
    const config = settings();
    if (!mayCreate) await refuseWithoutInstallation(config);
    process.stderr.write(`${[describeInstallation(config), ...config.misspelt].join('\n')}\n`);
    process.stdout.write(`${await open(config, act)}\n`);
  } catch (error) {
    const { message, stack } = error as Error;
    process.stderr.write(`${expected.some((kind) => error instanceof kind) ? message : stack}\n`);
    process.exitCode = 1;
  }
}
