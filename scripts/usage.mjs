// `--help` of every program except the operator's commands, which have their own: its usage is the comment that its file starts with.
// Nothing is installed, built or run for it. An option that the usage does not name is refused.
import { readFileSync } from 'node:fs';
import { fail } from './project.mjs';

/**
 * Exits after printing the usage, or if an option is unknown.
 * @param {string | URL} file
 * @param {string[]} words
 */
export function explainProgram(file, words) {
  const usage = usageOf(file);
  if (words.some((word) => word === '--help' || word === '-h')) {
    console.log(usage);
    process.exit(0);
  }
  /** @type {readonly string[]} */
  const known = usage.match(optionNames) ?? [];
  const unknown = words.find((word) => /^--?\w/.test(word) && !known.includes(word.split('=')[0] ?? ''));
  if (unknown) fail(`There is no option ${unknown}.\n${usage}`);
}

const optionNames = /(?<![\w-])--?[a-z][\w-]*/g;

/** @param {string | URL} file */
function usageOf(file) {
  const lines = readFileSync(file, 'utf8').split('\n');
  const end = lines.findIndex((line) => !line.startsWith('// '));
  return lines
    .slice(0, end)
    .map((line) => line.slice(3).replaceAll('`', ''))
    .join('\n');
}
