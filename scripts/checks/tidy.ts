// The tidy check: what CONTRIBUTING.md says about every file, as rules.
import {
  chanceFromLib,
  focusIsVisible,
  noFolderKnowsItsChild,
  oneTransactionAtATime,
  oneWriterForATable,
  opensWithPurpose,
  rulesAreTested,
  staysShort,
  testsDoNotSleep,
  timeFromClock,
} from './tidy-code.ts';
import { asvsCountsMatch, decisionsAreDated, linksLeadSomewhere, namedFilesExist } from './tidy-documents.ts';
import { type Rule, readTree } from './tidy-tree.ts';
import { namesSaySomething, oneFieldALine, oneVerbForAnAct, plainWords } from './tidy-words.ts';

const rules: Record<string, Rule> = {
  opensWithPurpose,
  staysShort,
  rulesAreTested,
  timeFromClock,
  chanceFromLib,
  testsDoNotSleep,
  focusIsVisible,
  oneTransactionAtATime,
  oneWriterForATable,
  noFolderKnowsItsChild,
  oneFieldALine,
  plainWords,
  oneVerbForAnAct,
  namesSaySomething,
  namedFilesExist,
  linksLeadSomewhere,
  decisionsAreDated,
  asvsCountsMatch,
};

/** One sentence for each violation. */
export function findUntidy(): string[] {
  const tree = readTree();
  if (tree.length < 500) return [`only ${tree.length} files were read`];
  return Object.entries(rules).flatMap(([name, rule]) =>
    rule(tree).map(({ path, says }) => `${name}: ${path}: ${says}`),
  );
}
