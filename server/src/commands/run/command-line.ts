// Parses an operator's command line. `--help` only prints the usage; unknown words and options are refused
// before anything is opened. An irreversible action needs `--yes`.
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { StartRefused } from '../../platform/lib/start-refused.ts';

/** A command that cannot be executed. Its message is one line for the operator. */
export class CommandRefused extends Error {
  override name = 'CommandRefused';
}

interface Taken<Options extends ParseArgsOptionsConfig> {
  usage: string;
  options?: Options;
  /** The number of allowed words besides the options. */
  words?: number;
}

/** @throws {StartRefused} with the usage */
export function readCommandLine<const Options extends ParseArgsOptionsConfig = Record<never, never>>({
  usage,
  options = {} as Options,
  words = 0,
}: Taken<Options>) {
  const args = process.argv.slice(2);
  if (args[0] === 'help' || args.some((word) => word === '--help' || word === '-h')) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  const read = () =>
    parseArgs<{ args: string[]; allowPositionals: true; options: Options }>({ args, allowPositionals: true, options });
  let line: ReturnType<typeof read>;
  try {
    line = read();
  } catch (error) {
    throw new StartRefused(`${explainMistake(error as Error)}\n${usage}`);
  }
  const [tooMuch] = line.positionals.slice(words);
  if (tooMuch !== undefined) throw new StartRefused(`“${tooMuch}” is one argument too many.\n${usage}`);
  return line;
}

/** Node's own sentences are for programmers. */
function explainMistake({ message }: Error): string {
  const [, option = ''] = /'(?:-\w, )?(--?[^' =]*)/.exec(message) ?? [];
  if (message.startsWith('Unknown option')) return `There is no option ${option}.`;
  if (message.includes('does not take an argument')) return `${option} takes no value.`;
  if (message.includes('ambiguous'))
    return `${option} needs a value; write one that begins with “-” as ${option}=<value>.`;
  return `${option} needs a value.`;
}

/** What a command that only looks has found: for a person, and for a program with --json. */
export interface Answer {
  text: string;
  facts: unknown;
}

export const printAnswer = ({ text, facts }: Answer, asJson: boolean | undefined): string =>
  asJson ? JSON.stringify(facts, null, 2) : text;

/** For a command with several forms. Each form takes some of the options. @throws {StartRefused} */
export function refuseOtherOptions(name: string, given: object, taken: readonly string[]): void {
  const other = Object.keys(given).find((option) => !taken.includes(option));
  if (other) throw new StartRefused(`${name} does not take --${other}. Nothing was changed.`);
}

/** For a command with several forms. Without arguments it only prints the usage. */
export const unknownCommand = (name: string, usage: string): CommandRefused =>
  new CommandRefused(name === '' ? usage : `There is no command “${name}”.\n${usage}`);

const maxCharacters = 1000;

/** @throws {StartRefused} */
export function refuseLongText(option: string, text: string): void {
  if (text.length > maxCharacters)
    throw new StartRefused(`${option} takes ${maxCharacters} characters at most. This text has ${text.length}.`);
}

/** @throws {StartRefused} */
export function refuseWithoutYes(isSure: boolean | undefined, what: string): void {
  if (!isSure) throw new StartRefused(`${what} This cannot be undone. To do it, add --yes. Nothing was changed.`);
}
