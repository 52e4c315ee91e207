// Rules for documents: linked files and headings exist, decisions have a date and status, and the audit's counts match its rows.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from '../processes.ts';
import { type Finding, isTest, type Rule, type SourceFile } from './tidy-tree.ts';

/** A path in backticks or a link that starts with one of our folders; build output need not exist. */
const namedPath = /(?:`|\]\()((?:\.ci|contract|sandbox|server|web|e2e|lab|scripts|deploy|docs)\/[\w./-]*\w)(?:`|\))/g;

/** The table of the audit names files without backticks. */
const asvs = 'docs/design/asvs.md';
const anyPath = /\b((?:contract|server|web|lab|e2e|scripts|docs)\/[\w./-]*\w)/g;

export const namedFilesExist: Rule = (tree) =>
  tree
    .filter(({ path: name }) => name.endsWith('.md'))
    .flatMap((file) =>
      Array.from(file.text.matchAll(file.path === asvs ? anyPath : namedPath), ([, named = '']) => named)
        .filter((named) => !/\/dist\b/.test(named) && !existsSync(path.join(root, named)))
        .map((named): Finding => ({ path: file.path, says: `names ${named}, which does not exist` })),
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
        (name): Finding => ({ path: file.path, says: `leads to ${name}, which does not exist` }),
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

/** A row with one requirement, or with several that are not applicable; ¹ marks level 1. */
const asvsRow = /^\| ((?:\d+\.\d+\.\d+¹?(?:, )?)+) \| (.+) \|$/gm;
const asvsCounts = /^\d+ requirements: .*$/m;

/** The audit's counts match its rows, and no requirement is listed twice. */
export const asvsCountsMatch: Rule = (tree) => {
  const text = tree.find(({ path: name }) => name === asvs)?.text ?? '';
  const start = text.indexOf('## Not applicable');
  const rows = Array.from(text.matchAll(asvsRow), ({ index, 1: names = '', 2: says = '' }) => ({
    names: names.replaceAll('¹', '').split(', '),
    status: index > start ? 'not applicable' : says.startsWith('**open**') ? 'open' : 'met',
  }));
  const names = rows.flatMap((row) => row.names);
  const countOf = (status: string) => rows.filter((row) => row.status === status).flatMap((row) => row.names).length;
  const right = `${names.length} requirements: ${countOf('met')} met, ${countOf('open')} open, ${countOf('not applicable')} not applicable.`;
  const written = asvsCounts.exec(text)?.[0] ?? '';
  const twice = names.filter((name, index) => names.indexOf(name) !== index).map((name) => `names ${name} twice`);
  const wrong = written.startsWith(right) ? [] : [`begins "${written}"; its rows say "${right}"`];
  return [...twice, ...wrong].map((says) => ({ path: asvs, says }));
};
