// Reads the files that the tidy rules check: those that git tracks or would track.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../processes.ts';

export interface SourceFile {
  /** Relative to the project root, with slashes. */
  path: string;
  text: string;
  lines: string[];
}

export interface Finding {
  path: string;
  /** The problem. */
  says: string;
}

/** A rule looks at the entire tree, because some rules compare files with each other. */
export type Rule = (tree: SourceFile[]) => Finding[];

export function readTree(): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  });
  const paths = listed.split('\0').filter((name) => /\.(ts|tsx|mjs|js|md|css|sql)$/.test(name));
  return paths
    .filter((name) => existsSync(path.join(root, name)))
    .map((name) => {
      const text = readFileSync(path.join(root, name), 'utf8');
      return { path: name, text, lines: text.split('\n') };
    });
}

export const isTest = ({ path: name }: SourceFile): boolean =>
  /\.test\.tsx?$/.test(name) ||
  /^(server\/(src\/)?testing|server\/tests|(contract|sandbox|web)\/testing|e2e|lab)\//.test(name);

export const isCode = ({ path: name }: SourceFile): boolean => /\.(ts|tsx|mjs)$/.test(name) && !name.endsWith('.d.ts');

/** Code that runs in production: the workspaces without their tests. */
export const isProduction = (file: SourceFile): boolean =>
  isCode(file) && !isTest(file) && /^(contract|sandbox|server|web)\/(src|build)\//.test(file.path);

/** A finding for each line that matches. */
export const findLines = (file: SourceFile, pattern: RegExp, says: string): Finding[] =>
  file.lines.flatMap((line, i) => (pattern.test(line) ? [{ path: file.path, says: `line ${i + 1}: ${says}` }] : []));
