// `npm run passwords -- <list>`: builds the filter of stolen passwords from the operator's own list. The service reads it when
// the next password is chosen, without a restart.
import { statSync } from 'node:fs';
import { CommandRefused, readCommandLine } from './run/command-line.ts';
import { runWithConfig } from './run/run-command.ts';

const usage = `npm run passwords -- <list>   refuses the passwords of this list from now on. Each line has a password, or its SHA-1 digest in hex`;

await runWithConfig(
  () => {
    const [list] = readCommandLine({ usage, words: 1 }).positionals;
    if (!list) throw new CommandRefused(usage);
    const found = statSync(list, { throwIfNoEntry: false });
    if (!found) throw new CommandRefused(`${list} does not exist.`);
    if (found.isDirectory()) throw new CommandRefused(`${list} is a folder; name the file with the list.`);
    return ({ dataDirectory }) => build(list, dataDirectory);
  },
  { looksItself: true },
);

/** Needs only the installation's folder. */
async function build(list: string, dataDirectory: string): Promise<string> {
  if (!statSync(dataDirectory, { throwIfNoEntry: false })?.isDirectory())
    throw new CommandRefused(`The folder ${dataDirectory} does not exist. Nothing was created.`);
  const { buildFilter, filterFileOf, ListEmpty, ListTooLong } = await import(
    '../people/passwords/breached-passwords.ts'
  );
  const count = await buildFilter(list, dataDirectory).catch((error) => {
    if (error instanceof ListEmpty)
      throw new CommandRefused(
        `${list} contains no password that anyone could choose here. The current filter was not changed.`,
      );
    if (!(error instanceof ListTooLong)) throw error;
    throw new CommandRefused(
      'The list is too long. The longest has about 400 million lines, which give a file of 1 GB.',
    );
  });
  return `${filterFileOf(dataDirectory)} now contains ${count} passwords that nobody can choose any longer. The list itself is no longer needed.`;
}
