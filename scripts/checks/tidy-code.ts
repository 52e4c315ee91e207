// Rules for code: its opening comment and length, and where it may read the time, use randomness, wait, and write the database.
import { type Finding, findLines, isCode, isProduction, isTest, type Rule, type SourceFile } from './tidy-tree.ts';

const maxLines = 200;

/** A file starts with a comment that says what it is for. */
export const opensWithPurpose: Rule = (tree) =>
  tree
    .filter(isCode)
    .filter(({ lines }) => !/^(\/\/|\/\*)/.test(lines[0]?.startsWith('#!') ? (lines[1] ?? '') : (lines[0] ?? '')))
    .map(({ path }) => ({ path, says: 'does not start with a comment that explains its purpose' }));

export const staysShort: Rule = (tree) =>
  tree
    .filter(isProduction)
    .filter(({ lines }) => lines.length - 1 > maxLines)
    .map(({ path, lines }) => ({
      path,
      says: `has ${lines.length - 1} lines; the limit is ${maxLines}`,
    }));

/** Every rules file has its own test. */
export const rulesAreTested: Rule = (tree) => {
  const paths = new Set(tree.map(({ path }) => path));
  return tree
    .filter((file) => isProduction(file) && /-rules\.tsx?$/.test(file.path))
    .filter(({ path }) => !['ts', 'tsx'].some((kind) => paths.has(path.replace(/\.tsx?$/, `.test.${kind}`))))
    .map(({ path }) => ({ path, says: 'contains rules but has no test beside it' }));
};

/** Time comes from the injected clock. */
export const timeFromClock: Rule = (tree) =>
  tree
    .filter((file) => /^(server|sandbox)\/src\//.test(file.path) && isProduction(file))
    .filter(({ path }) => path !== 'server/src/platform/lib/clock.ts')
    .flatMap((file) => findLines(file, /\bDate\.now\(|\bnew Date\(\)/, 'reads the time; take it from the clock'));

/** Random values come from lib/. */
export const chanceFromLib: Rule = (tree) =>
  tree
    .filter(
      (file) => /^server\/src\/(?!platform\/lib\/|platform\/database\/embedded)/.test(file.path) && isProduction(file),
    )
    .flatMap((file) =>
      findLines(file, /\b(randomBytes|randomUUID|randomInt)\(|Math\.random\(/, 'uses randomness; take it from lib/'),
    );

/** No test sleeps. */
export const testsDoNotSleep: Rule = (tree) =>
  tree
    .filter((file) => /\.test\.tsx?$/.test(file.path))
    .flatMap((file) => findLines(file, /\b(setTimeout|waitForTimeout|delay|sleep)\(/, 'waits for time to pass'));

/** The label around a choice shows its focus; in base.css only headings, which the keyboard never reaches, have no outline. */
const showFocusElsewhere = ['web/src/ui/fields/choice.tsx', 'web/src/ui/styles/base.css'];

/** A control that the keyboard reaches shows its focus. */
export const focusIsVisible: Rule = (tree) =>
  tree
    .filter((file) => /^web\/src\/.*\.(tsx|css)$/.test(file.path) && !showFocusElsewhere.includes(file.path))
    .flatMap((file) =>
      findLines(
        file,
        /^(?!.*tabIndex=\{-1\}).*\boutline(-none|-hidden|-0|: none|: 0)\b/,
        'hides the focus of a control',
      ),
    );

const isProgram = ({ path, text }: SourceFile): boolean =>
  /^await /m.test(text) || /^server\/src\/commands\/[^/.]+\.ts$/.test(path);

/** A program runs before the constants below its first action exist, so its helpers are functions. */
export const programsUseFunctions: Rule = (tree) =>
  tree.filter(isProgram).flatMap((file) => {
    const start = file.lines.findIndex((line) => /^(?: {2})?await /.test(line));
    const below = { ...file, lines: file.lines.map((line, i) => (i > start ? line : '')) };
    const says = 'is a helper that does not exist yet when the program runs; make it a function';
    return findLines(below, /^const \w+ = (?:async )?(?:\(|<|\w+ =>)/, says);
  });

const topLevel = /^(?=(?:export )?(?:async )?(?:function|const|class|interface|type) )/m;

/** A function that is given a transaction starts no other one, which would be committed even if the given one fails. */
export const oneTransactionAtATime: Rule = (tree) =>
  tree
    .filter((file) => /^server\/src\//.test(file.path) && isProduction(file))
    .flatMap(({ path, text }) =>
      text
        .split(topLevel)
        .filter((part) => /^[^(]*\([^()]*\btx: Transaction\b/.test(part) && /(?<!\btx)\.transaction\(/.test(part))
        .map((part) => ({ path, says: `starts a transaction inside the given one: ${part.split('(')[0]}` })),
    );

/** Only one folder's stores write a table. */
export const oneWriterForATable: Rule = (tree) => {
  const schemas = tree.filter(({ path }) => path.startsWith('server/src/platform/database/schema/'));
  const tables = new Set(
    schemas.flatMap(({ text }) =>
      Array.from(text.matchAll(/^export const (\w+) = pgTable\(/gm), ([, name = '']) => name),
    ),
  );
  if (tables.size < 20)
    return [{ path: 'server/src/platform/database/schema.ts', says: `only ${tables.size} tables were found` }];
  const writers = new Map<string, Map<string, string[]>>();
  for (const file of tree.filter((one) => /^server\/src\//.test(one.path) && isProduction(one))) {
    for (const [, table = ''] of file.text.matchAll(/\.(?:insert|update|delete)\((\w+)\)/g)) {
      if (!tables.has(table)) continue;
      const folders = writers.get(table) ?? new Map<string, string[]>();
      const folder = folderOf(file.path);
      folders.set(folder, [...new Set([...(folders.get(folder) ?? []), file.path])]);
      writers.set(table, folders);
    }
  }
  return [...writers].flatMap(([table, folders]) => strangers(table, folders));
};

/** The folder that usually owns a table: the one whose stores write it most often. */
function strangers(table: string, folders: Map<string, string[]>): Finding[] {
  const [owner, ...others] = [...folders].sort(([, one], [, other]) => other.length - one.length);
  const outsideStores = (owner?.[1] ?? []).filter((path) => !path.endsWith('-store.ts'));
  return [
    ...others.flatMap(([, paths]) =>
      paths.map((path) => ({ path, says: `writes the table ${table}, which ${owner?.[0]} owns` })),
    ),
    ...outsideStores.map((path) => ({ path, says: `writes the table ${table} outside a store` })),
  ];
}

const cycleSource = /(?:\bfrom |^import )'(\.[^']*)'/gm;

/** No folder imports its child while the child imports it. */
export const noFolderKnowsItsChild: Rule = (tree) => {
  const edges = new Map<string, Set<string>>();
  for (const file of tree.filter((one) => isCode(one) && !isTest(one))) {
    const from = folderOf(file.path);
    for (const [, specifier = ''] of file.text.matchAll(cycleSource)) {
      const to = folderOf(new URL(specifier, `file:///${file.path}`).pathname.slice(1));
      if (to !== from) edges.set(from, (edges.get(from) ?? new Set()).add(to));
    }
  }
  return [...edges].flatMap(([from, targets]) =>
    [...targets]
      .filter((to) => to.startsWith(`${from}/`) && edges.get(to)?.has(from))
      .map((to) => ({ path: from, says: `imports ${to}, which imports it` })),
  );
};

const folderOf = (file: string): string => file.split('/').slice(0, -1).join('/');
