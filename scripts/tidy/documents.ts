// Rules for documents: the files they name exist, and decisions have a date and status.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Finding, type Rule, root } from './tree.ts';

/** A path in backticks or behind a link that begins with a folder of ours; what a build writes need not exist. */
const namedPath = /(?:`|\]\()((?:\.ci|contract|sandbox|server|web|e2e|bench|scripts|docs)\/[\w./-]*\w)(?:`|\))/g;

export const namedFilesExist: Rule = (tree) =>
  tree
    .filter(({ path: name }) => name.endsWith('.md'))
    .flatMap((file) =>
      Array.from(file.text.matchAll(namedPath), ([, named = '']) => named)
        .filter((named) => !/\/dist\b/.test(named) && !existsSync(path.join(root, named)))
        .map((named): Finding => ({ path: file.path, says: `names ${named}, which is not there` })),
    );

export const decisionsAreDated: Rule = (tree) =>
  tree
    .filter(({ path: name }) => /^docs\/decisions\/\d{4}-/.test(name))
    .filter(({ lines }) => !/^\*Accepted, \d{4}-\d{2}-\d{2}\./.test(lines[2] ?? ''))
    .map(({ path: name }) => ({
      path: name,
      says: 'has no third line "*Accepted, 2026-01-31.*", with what superseded it',
    }));
