// The tidy check: rules for what CONTRIBUTING.md says about every file. exceptions.json counts the remaining violations by rule and file,
// and a count may only decrease.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  chanceFromLib,
  noFolderKnowsItsChild,
  oneFieldALine,
  oneWriterForATable,
  testsDoNotSleep,
  timeFromClock,
} from './code.ts';
import { decisionsAreDated, linksLeadSomewhere, namedFilesExist } from './documents.ts';
import { exportsItsName, opensWithPurpose, rulesAreTested, staysShort } from './files.ts';
import { type Finding, type Rule, readTree } from './tree.ts';
import { namesSaySomething, oneVerbForAnAct, plainWords } from './words.ts';

const rules: Record<string, Rule> = {
  opensWithPurpose,
  staysShort,
  exportsItsName,
  rulesAreTested,
  timeFromClock,
  chanceFromLib,
  testsDoNotSleep,
  oneWriterForATable,
  oneFieldALine,
  noFolderKnowsItsChild,
  plainWords,
  oneVerbForAnAct,
  namesSaySomething,
  namedFilesExist,
  linksLeadSomewhere,
  decisionsAreDated,
};

type Exceptions = Record<string, Record<string, number>>;

const exceptionsFile = path.join(import.meta.dirname, 'exceptions.json');

/** One sentence for each violation. */
export function findUntidy(): string[] {
  const tree = readTree();
  if (tree.length < 500) return [`only ${tree.length} files were read`];
  const exceptions = JSON.parse(readFileSync(exceptionsFile, 'utf8')) as Exceptions;
  return Object.entries(rules).flatMap(([name, rule]) => compare(name, byFile(rule(tree)), exceptions[name] ?? {}));
}

function compare(rule: string, found: Map<string, Finding[]>, allowed: Record<string, number>): string[] {
  const more = [...found].flatMap(([file, findings]) =>
    findings.length > (allowed[file] ?? 0) ? findings.map(({ says }) => `${rule}: ${file}: ${says}`) : [],
  );
  const fewer = Object.entries(allowed)
    .filter(([file, count]) => (found.get(file)?.length ?? 0) < count)
    .map(([file]) => `${rule}: ${file} has fewer exceptions than exceptions.json allows; lower the number there`);
  return [...more, ...fewer];
}

const byFile = (findings: Finding[]): Map<string, Finding[]> => Map.groupBy(findings, ({ path: file }) => file);

// `node scripts/tidy/tidy.ts --lower` writes the current counts if they are lower.
if (process.argv[1] === import.meta.filename) {
  if (process.argv.includes('--lower')) lowerExceptions();
  for (const sentence of findUntidy()) console.log(sentence);
}

function lowerExceptions(): void {
  const tree = readTree();
  const allowed = JSON.parse(readFileSync(exceptionsFile, 'utf8')) as Exceptions;
  const lowered = Object.entries(rules).map(([name, rule]) => {
    const counts = [...byFile(rule(tree))].map(([file, { length }]) => [
      file,
      Math.min(length, allowed[name]?.[file] ?? 0),
    ]);
    return [name, Object.fromEntries(counts.filter(([, count]) => count))];
  });
  const text = JSON.stringify(
    Object.fromEntries(lowered.filter(([, files]) => Object.keys(files).length > 0)),
    null,
    2,
  );
  writeFileSync(exceptionsFile, `${text}\n`);
}
