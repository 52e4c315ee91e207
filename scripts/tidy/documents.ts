// Rules for documents: linked files and headings exist, and decisions have a date and status.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Finding, isTest, type Rule, root, type SourceFile } from './tree.ts';

/** A path in backticks or a link that starts with one of our folders; build output need not exist. */
const namedPath = /(?:`|\]\()((?:\.ci|contract|sandbox|server|web|e2e|lab|scripts|deploy|docs)\/[\w./-]*\w)(?:`|\))/g;

export const namedFilesExist: Rule = (tree) =>
  tree
    .filter(({ path: name }) => name.endsWith('.md'))
    .flatMap((file) =>
      Array.from(file.text.matchAll(namedPath), ([, named = '']) => named)
        .filter((named) => !/\/dist\b/.test(named) && !existsSync(path.join(root, named)))
        .map((named): Finding => ({ path: file.path, says: `names ${named}, which is not there` })),
    );

/** A link to another document or to a heading in this one. */
const link = /\]\(((?!\w+:)[^)\s]*?)(?:#([^)\s]*))?\)/g;
/** People read these names in messages, letters and comments. */
const namedDocument = /\bdocs\/[\w/-]+\.md/g;

/** Checks links between documents, and the documents that code names. */
export const linksLeadSomewhere: Rule = (tree) => {
  const documents = new Map(tree.filter(({ path: name }) => name.endsWith('.md')).map((file) => [file.path, file]));
  return tree
    .filter((file) => !isTest(file))
    .flatMap((file) => {
      const named = Array.from(file.text.matchAll(namedDocument), ([name]) => name);
      const lost = named.filter((name) => !documents.has(name));
      const broken = documents.has(file.path) ? brokenLinks(file, documents) : [];
      return [...lost, ...broken].map(
        (name): Finding => ({ path: file.path, says: `leads to ${name}, which is not there` }),
      );
    });
};

function brokenLinks(file: SourceFile, documents: ReadonlyMap<string, SourceFile>): string[] {
  return Array.from(file.text.matchAll(link)).flatMap(([, to = '', heading]) => {
    const place = to === '' ? file.path : path.posix.join(path.posix.dirname(file.path), to);
    const document = documents.get(place);
    if (!document) return existsSync(path.join(root, place)) ? [] : [place];
    return !heading || headingsOf(document).includes(heading) ? [] : [`${place}#${heading}`];
  });
}

/** Anchors, as GitHub derives them from headings. */
const headingsOf = ({ lines }: SourceFile): string[] =>
  lines
    .filter((line) => /^#{1,6} /.test(line))
    .map((line) =>
      line
        .replace(/^#+ /, '')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    );

export const decisionsAreDated: Rule = (tree) =>
  tree
    .filter(({ path: name }) => /^docs\/design\/decisions\/\d{4}-/.test(name))
    .filter(({ lines }) => !/^\*Accepted, \d{4}-\d{2}-\d{2}\./.test(lines[2] ?? ''))
    .map(({ path: name }) => ({
      path: name,
      says: 'has no third line "*Accepted, 2026-01-31.*", with what superseded it',
    }));
