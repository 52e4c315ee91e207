// The tidy check: what CONTRIBUTING.md says about every file. Each export of the three files is a rule.
import * as code from './tidy-code.ts';
import * as documents from './tidy-documents.ts';
import { readTree } from './tidy-tree.ts';
import * as words from './tidy-words.ts';

/** One sentence for each violation. */
export function findUntidy(): string[] {
  const tree = readTree();
  if (tree.length < 500) return [`only ${tree.length} files were read`];
  return [code, documents, words]
    .flatMap((rules) => Object.entries(rules))
    .flatMap(([name, rule]) => rule(tree).map(({ path, says }) => `${name}: ${path}: ${says}`));
}
