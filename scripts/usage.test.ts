// `--help` of every program that package.json names: it prints the usage and does nothing else, and an unknown option is refused.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './processes.ts';

const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const programs = Object.entries(scripts).filter(([, line]) => !/ (server|node_modules)\//.test(line));
const nameOf = (script: string) => (['start', 'test'].includes(script) ? `npm ${script}` : `npm run ${script}`);

test.each(programs)('%s prints its usage for --help, and refuses an unknown option', (script, line) => {
  const [, ...words] = line.split(' ').slice(1);
  const run = (option: string) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [...words, option], { cwd: root, encoding: 'utf8' });
    return { status, stdout, stderr };
  };
  const usage = run('--help');
  expect(usage).toMatchObject({ status: 0, stderr: '' });
  expect(usage.stdout.startsWith(nameOf(script))).toBe(true);
  expect(usage.stdout).not.toMatch(/`|import /);
  const refused = { status: 1, stdout: '', stderr: `There is no option --sure.\n${usage.stdout}` };
  expect(run('--sure')).toEqual(refused);
});

test('every option of a program is in its usage', () => {
  for (const [script, line] of programs) {
    const file = line.split(' ').findLast((word) => existsSync(path.join(root, word)));
    const text = readFileSync(path.join(root, file ?? ''), 'utf8');
    const usage = text.slice(0, text.indexOf('\nimport '));
    for (const [, name] of text.matchAll(/(\w+): \{ type: '(?:string|boolean)'/g))
      expect(usage, script).toContain(`--${name}`);
  }
});
