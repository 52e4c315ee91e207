// Runs an operator's command that opens its own resources.
import type { Config } from '../settings/config.ts';
import { type Options, type Prepare, runCommand } from './run-command.ts';

export const runWithConfig = (prepare: Prepare<Config>, options: Options = {}): Promise<void> =>
  runCommand(prepare, options, (config, act) => act(config));
