// `npm run passwords -- <list>`: builds the filter of stolen passwords from a list that the operator has. The service reads it at
// the next password that is chosen; it need not be restarted.
import { existsSync, mkdirSync } from 'node:fs';
import { readConfig } from '../config.ts';
import { StartRefused } from '../lib/start-refused.ts';
import { buildFilter, filterFileOf, ListTooLong } from '../passwords/breached-passwords.ts';
import { readCommandLine } from './command-line.ts';

const usage = `npm run passwords -- <list>   refuses the passwords of this list from now on: one a line, or their SHA-1 digests in hex`;

try {
  process.stdout.write(await build(readCommandLine({ usage, words: 1 }).positionals[0]));
} catch (error) {
  const isTooLong = error instanceof ListTooLong;
  if (!(error instanceof StartRefused) && !isTooLong) throw error;
  process.stderr.write(
    `${isTooLong ? 'The list is too long: 400 million lines make a file of 1 GB, the largest.' : error.message}\n`,
  );
  process.exitCode = 1;
}

async function build(list: string | undefined): Promise<string> {
  if (!list || !existsSync(list)) throw new StartRefused(usage);
  const { dataDirectory } = readConfig();
  // It may be built before the service has ever been started.
  mkdirSync(dataDirectory, { recursive: true, mode: 0o711 });
  const count = await buildFilter(list, dataDirectory);
  return `${count} passwords are in ${filterFileOf(dataDirectory)}, and cannot be chosen any more. The list itself is not needed again.\n`;
}
