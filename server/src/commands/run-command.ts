// Runs an operator's command: parses the command line and the settings, names the installation, shows the progress, and prints
// the command's answer or why it was refused.
import { type Config, readConfig } from '../settings/config.ts';
import { explainBucketNow } from '../start/explain-bucket.ts';
import { explainFault } from '../start/explain-fault.ts';
import { CommandRefused } from './command-line.ts';
import { describeInstallation, refuseWithoutInstallation } from './existing-installation.ts';
import { createProgress, type Report } from './progress.ts';

export interface Options {
  /** Whether it needs no installation, or finds it on its own. */
  looksItself?: boolean;
}

/** Returns the action, and refuses impossible requests before anything is opened. */
export type Prepare<Opened> = (config: () => Config) => (opened: Opened, report: Report) => Promise<string>;

export async function runCommand<Opened>(
  prepare: Prepare<Opened>,
  { looksItself = false }: Options,
  open: (config: Config, act: (opened: Opened) => Promise<string>) => Promise<string>,
): Promise<void> {
  let known: Config | undefined;
  try {
    // The command line comes first: help and mistakes need no settings.
    const settings = () => (known ??= readConfig());
    const act = prepare(settings);
    const config = settings();
    process.stderr.write(`${[describeInstallation(config), ...config.misspelt].join('\n')}\n`);
    if (!looksItself) await refuseWithoutInstallation(config);
    const progress = createProgress(process.stderr);
    const answer = await open(config, (opened) => act(opened, progress.report)).finally(progress.end);
    process.stdout.write(`${answer}\n`);
  } catch (error) {
    process.stderr.write(`${explainRefusal(error, known?.bucket)}\n`);
    process.exitCode = 1;
  }
}

function explainRefusal(error: unknown, bucket: Config['bucket']): string {
  if (error instanceof CommandRefused) return error.message;
  const known = (bucket && explainBucketNow(error, bucket)) ?? explainFault(error);
  return known ?? (error as Error).stack ?? String(error);
}
