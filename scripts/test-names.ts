// Reads the names of all tests from the sources: a name may carry a rule's id, or its group may.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from '@swc/core';

export interface TestName {
  file: string;
  /** The name, preceded by those of its groups. */
  name: string;
  ids: string[];
}

const root = path.dirname(import.meta.dirname);
const folders = ['contract', 'sandbox', 'server', 'web', 'e2e', 'bench', 'scripts'];
/** Members of `test` that define no test. */
const settings = new Set(['use', 'extend', 'step', 'setTimeout', 'beforeEach', 'afterEach', 'beforeAll', 'afterAll']);

export const readTestNames = (): TestName[] =>
  folders
    .flatMap((folder) => globSync(`${folder}/**/*.test.{ts,tsx}`, { cwd: root }))
    .filter((file) => !file.includes('node_modules'))
    .sort()
    .flatMap(namesIn);

function namesIn(file: string): TestName[] {
  const source = readFileSync(path.join(root, file), 'utf8');
  const tree = parseSync(source, { syntax: 'typescript', tsx: file.endsWith('x'), target: 'es2024' });
  const found: TestName[] = [];
  walk(tree, [], (groups, name) =>
    found.push({ file, name: [...groups, name].join(' > '), ids: idsOf([...groups, name]) }),
  );
  return found;
}

const idsOf = (names: string[]): string[] =>
  names.flatMap((name) => name.match(/^[A-Z][A-Z0-9]*-\d+(?=: )/)?.[0] ?? []);

interface Node {
  type?: string;
  [key: string]: unknown;
}

function walk(node: unknown, groups: string[], report: (groups: string[], name: string) => void): void {
  if (Array.isArray(node)) for (const part of node) walk(part, groups, report);
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
  const definition = definitionOf(node as Node);
  if (definition?.kind === 'test') report(groups, definition.name);
  const inside = definition?.kind === 'describe' ? [...groups, definition.name] : groups;
  for (const [key, part] of Object.entries(node)) if (key !== 'span') walk(part, inside, report);
}

function definitionOf(node: Node): { kind: 'test' | 'describe'; name: string } | null {
  if (node.type !== 'CallExpression') return null;
  const [first] = (node.arguments ?? []) as { expression: Node }[];
  const name = first && textOf(first.expression);
  const words = wordsOf(node.callee as Node);
  if (!name || !['test', 'it', 'describe'].includes(words[0] ?? '') || words.some((word) => settings.has(word)))
    return null;
  return { kind: words.includes('describe') ? 'describe' : 'test', name };
}

/** `test.each([…])` is `test`, `each`. */
function wordsOf(callee: Node): string[] {
  switch (callee.type) {
    case 'Identifier':
      return [String(callee.value)];
    case 'MemberExpression':
      return [...wordsOf(callee.object as Node), ...wordsOf(callee.property as Node)];
    case 'CallExpression':
      return wordsOf(callee.callee as Node);
    default:
      return [];
  }
}

function textOf(node: Node): string | null {
  if (node.type === 'StringLiteral') return String(node.value);
  if (node.type !== 'TemplateLiteral') return null;
  const parts = node.quasis as { cooked: string }[];
  return parts.map(({ cooked }) => cooked).join('…');
}
