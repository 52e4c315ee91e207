// Compares docs/promises.md with the tests: each promise is proven by a test whose name starts with its id and which `npm test` runs, and
// no other test has an id.
// Also checks what other documents name as proof: promises, and the tests of the screens.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../processes.ts';

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** Promises without a test, tests of no promise, duplicate promises, promises that a document only claims, and screens without a test. */
export function findPromiseGaps(): string[] {
  const promises = listPromises();
  const folders = '{contract,sandbox,server,web,e2e,lab,scripts}';
  const files = globSync(`${folders}/**/*.test.{ts,tsx}`, { cwd: root, exclude: ['**/node_modules/**'] });
  const held = files.flatMap((file) => heldIn(file, read(file)));
  const untested = rowsWithoutTest().map((row) => `docs/design/screens.md names no test for this row: ${row}`);
  return [...comparePromises(promises, held), ...findUnknownPromises(promises), ...untested];
}

const listPromises = (): string[] =>
  Array.from(read('docs/promises.md').matchAll(/^\| ([A-Z][A-Z0-9]*-\d+) \|/gm), ([, id = '']) => id);

export interface HeldPromise {
  file: string;
  id: string;
  /** Whether only `npm run test:long` runs the test. */
  isLong: boolean;
}

/** Promises that only the long suite proves, with the reason. */
const provenLate: Record<string, string> = {
  'BROWSER-2': 'it is the way of JRN-1, and BROWSER-1 compares what was built with the oldest browsers',
  'FAULT-4': 'a wrong clock needs libfaketime, which npm test does not install',
};

/** The ids at the start of the names of tests and their groups, each with the options that follow the name. */
export const heldIn = (file: string, text: string): HeldPromise[] =>
  Array.from(text.matchAll(/^(?!\s*\/\/).*['"`]([A-Z][A-Z0-9]*-\d+): /gm), ({ index, 1: id = '' }) => {
    const declaration = text.slice(index, text.indexOf('=>', index));
    return { file, id, isLong: isLong(file, declaration) };
  });

function isLong(file: string, declaration: string): boolean {
  if (file.startsWith('e2e/')) return !declaration.includes("tag: '@everyday'");
  return file.includes('.long.test.') || declaration.includes("tags: 'long'");
}

export function comparePromises(promises: string[], held: HeldPromise[]): string[] {
  const ids = new Set(held.map(({ id }) => id));
  const everyday = new Set(held.filter(({ isLong }) => !isLong).map(({ id }) => id));
  return [
    ...promises.filter((id) => !ids.has(id)).map((id) => `docs/promises.md: no test proves ${id}`),
    ...promises
      .filter((id) => ids.has(id) && !everyday.has(id) && !(id in provenLate))
      .map((id) => `docs/promises.md: only the long suite proves ${id}`),
    ...promises
      .filter((id, index) => promises.indexOf(id) !== index)
      .map((id) => `docs/promises.md: ${id} is listed twice`),
    ...held
      .filter(({ id }) => !promises.includes(id))
      .map(({ file, id }) => `${file}: ${id} is not in docs/promises.md`),
  ];
}

const termsOfTheField = /^(?:AES|BY|CRC|MPL|OFL|RFC|SHA|UTF)-/;

function findUnknownPromises(promises: string[]): string[] {
  return globSync(['*.md', 'docs/**/*.md'], { cwd: root }).flatMap((file) =>
    (read(file).match(/\b[A-Z]{2,}[A-Z0-9]*-\d+\b/g) ?? [])
      .filter((id) => !promises.includes(id) && !termsOfTheField.test(id))
      .map((id) => `${file} names ${id}, which is not in docs/promises.md`),
  );
}

/** The rows of docs/design/screens.md that name no test. The tidy check finds tests that do not exist. */
export const rowsWithoutTest = (text = read('docs/design/screens.md')): string[] =>
  text
    .split('\n')
    .filter((line) => /^\| (?!\*\*[^|]* \| \|$)/.test(line))
    .filter((line) => !/(?:\| shown by|\.test\.tsx?`) \|$/.test(line));
