// Checks docs/design/asvs.md, written by hand: every file it names exists, no requirement appears twice, and its counts match its rows.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.dirname(import.meta.dirname);

export function findingsOfAsvs(): string[] {
  const text = readFileSync(path.join(root, 'docs/design/asvs.md'), 'utf8');
  return [...findMissingFiles(text), ...findStaleCounts(text)];
}

function findMissingFiles(text: string): string[] {
  const named = text.match(/\b(?:lab|contract|server|web|e2e|docs|scripts)\/[\w./-]*\w/g) ?? [];
  return [...new Set(named)]
    .filter((file) => !file.startsWith('web/dist') && !existsSync(path.join(root, file)))
    .map((file) => `docs/design/asvs.md names ${file}, which is not there`);
}

/** A row with one requirement, or with several that are not applicable; ¹ marks level 1. */
const row = /^\| ((?:\d+\.\d+\.\d+¹?(?:, )?)+) \| (.+) \|$/gm;
const counts = /^\d+ requirements: .*$/m;

/** Sentences about duplicate requirements, and about counts that do not match the rows. */
export function findStaleCounts(text: string): string[] {
  const isNotApplicable = (index: number) => index > text.indexOf('## Not applicable');
  const rows = Array.from(text.matchAll(row), ({ index, 1: names = '', 2: says = '' }) => ({
    names: names.replaceAll('¹', '').split(', '),
    status: isNotApplicable(index) ? 'not applicable' : says.startsWith('**open**') ? 'open' : 'met',
  }));
  const names = rows.flatMap((each) => each.names);
  const countOf = (status: string) =>
    rows.filter((each) => each.status === status).reduce((sum, each) => sum + each.names.length, 0);
  const right = `${names.length} requirements: ${countOf('met')} met, ${countOf('open')} open, ${countOf('not applicable')} not applicable.`;
  const written = counts.exec(text)?.[0] ?? '';
  return [
    ...names
      .filter((name, index) => names.indexOf(name) !== index)
      .map((name) => `docs/design/asvs.md: ${name} stands twice`),
    ...(written.startsWith(right) ? [] : [`docs/design/asvs.md begins "${written}"; its rows say "${right}"`]),
  ];
}
