// Generates docs/rules.md: every rule of the product with the test that verifies it. A rule is the name of its test.
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.dirname(import.meta.dirname);
const folders = ['contract', 'server', 'web', 'e2e', 'bench', 'scripts'];
/** A test whose name begins with an id, such as `REL-1: …`, in any of the three kinds of quotes. */
const named = /\b(?:test|describe)(?:\.each\([\s\S]*?\))?\(\s*(['"`])([A-Z][A-Z0-9]*-\d+): ((?:\\.|(?!\1).)*)\1/g;

interface Rule {
  id: string;
  sentence: string;
  file: string;
}

export function rulesDocument(): string {
  const rules = everyRule().sort(byId);
  const rows = rules.map(({ id, sentence, file }) => `| ${id} | ${sentence.replaceAll('|', '\\|')} | ${file} |`);
  return `# Rules

Every rule with the test that verifies it. A rule is the name of its test; \`npm run generate\` collects them here.

| id | rule | test |
|---|---|---|
${rows.join('\n')}
`;
}

/** Test ids in docs/screens.md that do not exist. */
export function unknownRulesOfScreens(): string[] {
  const known = new Set(everyRule().map(({ id }) => id));
  const named = readFileSync(path.join(root, 'docs/screens.md'), 'utf8').match(/\b[A-Z][A-Z0-9]*-\d+\b/g) ?? [];
  return [...new Set(named)].filter((id) => !known.has(id));
}

/** Test ids and files in docs/asvs.md that do not exist. */
export function unknownNamesOfAsvs(): string[] {
  const known = new Set(everyRule().map(({ id }) => id));
  const text = readFileSync(path.join(root, 'docs/asvs.md'), 'utf8');
  const rules = (text.match(/\b[A-Z]+-\d+\b/g) ?? []).filter(
    (id) => !/^(?:AES|SHA|RFC|UTF)-/.test(id) && !known.has(id),
  );
  const named = text.match(/\b(?:contract|server|web|e2e|docs|scripts)\/[\w./-]*\w/g) ?? [];
  const files = named.filter((file) => !file.startsWith('web/dist') && !existsSync(path.join(root, file)));
  return [...new Set([...rules, ...files])];
}

const everyRule = (): Rule[] => testFiles().flatMap(rulesIn);

const testFiles = (): string[] =>
  folders
    .flatMap((folder) => globSync(`${folder}/**/*.test.{ts,tsx}`, { cwd: root }))
    .filter((file) => !file.includes('node_modules'));

const rulesIn = (file: string): Rule[] =>
  [...readFileSync(path.join(root, file), 'utf8').matchAll(named)].map(([, , id = '', sentence = '']) => ({
    id,
    sentence: sentence.replace(/\\(.)/g, '$1'),
    file: file.replaceAll(path.sep, '/'),
  }));

function byId(one: Rule, other: Rule): number {
  const [word = '', number = ''] = one.id.split('-');
  const [otherWord = '', otherNumber = ''] = other.id.split('-');
  return word.localeCompare(otherWord) || Number(number) - Number(otherNumber) || one.file.localeCompare(other.file);
}
