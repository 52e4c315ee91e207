// Rules for every file: its opening comment, its length and its kind.
import path from 'node:path';
import { isCode, isProduction, type Rule, type SourceFile } from './tree.ts';

const maxLines = 200;

/** A file starts with a comment that says what it is for. */
export const opensWithPurpose: Rule = (tree) =>
  tree
    .filter(isCode)
    .filter(({ lines }) => !/^(\/\/|\/\*)/.test(lines[0]?.startsWith('#!') ? (lines[1] ?? '') : (lines[0] ?? '')))
    .map(({ path }) => ({ path, says: 'does not open with a comment that says what it is for' }));

export const staysShort: Rule = (tree) =>
  tree
    .filter(isProduction)
    .filter(({ lines }) => lines.length - 1 > maxLines)
    .map(({ path, lines }) => ({
      path,
      says: `has ${lines.length - 1} lines; at most ${maxLines} are read at a glance`,
    }));

/** A `<verb>-<noun>.ts` file on the server exports one function, with the file's name. */
export const exportsItsName: Rule = (tree) =>
  tree.filter(isOperation).flatMap((file) => {
    const functions = Array.from(file.text.matchAll(/^export (?:async )?function (\w+)/gm), ([, name = '']) => name);
    const arrows = Array.from(
      file.text.matchAll(/^export const (\w+) = (?:async )?(?:<[^>]*>)?\(/gm),
      ([, name = '']) => name,
    );
    const exported = [...functions, ...arrows];
    const own = nameOf(file);
    if (exported.length === 1 && exported[0] === own) return [];
    return [
      { path: file.path, says: `exports ${exported.join(', ') || 'no function'}; an operation exports ${own} alone` },
    ];
  });

const verbs =
  /^(activate|add|apply|begin|cancel|change|check|claim|complete|correct|create|delete|edit|end|ensure|export|find|finish|forget|issue|list|move|notify|open|purge|queue|read|receive|reconcile|record|refund|refuse|release|remind|remove|renew|render|reopen|request|resend|reset|resume|revoke|run|seed|send|serve|set|settle|show|sign|start|store|suspend|sweep|undo|upsert|verify|write)-/;

const isOperation = (file: SourceFile): boolean =>
  isProduction(file) &&
  /^server\/src\/(?!start\/)[^/]+\//.test(file.path) &&
  verbs.test(path.basename(file.path)) &&
  !/-(store|rules|routes)\.ts$/.test(file.path);

const nameOf = ({ path: name }: SourceFile): string =>
  path.basename(name, '.ts').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Every rules file has its own test. */
export const rulesAreTested: Rule = (tree) => {
  const paths = new Set(tree.map(({ path }) => path));
  return tree
    .filter((file) => isProduction(file) && /-rules\.tsx?$/.test(file.path))
    .filter(({ path }) => !['ts', 'tsx'].some((kind) => paths.has(path.replace(/\.tsx?$/, `.test.${kind}`))))
    .map(({ path }) => ({ path, says: 'holds rules and has no test beside it' }));
};
