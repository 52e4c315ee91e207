// What was logged is written, however the process ends.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const openLog = pathToFileURL(new URL('open-log.ts', import.meta.url).pathname).href;

const logging = (program: string): string[] => [
  '--input-type=module',
  '-e',
  `import { openLog } from '${openLog}'; const log = openLog('info'); ${program}`,
];
const messagesIn = (output: string): string[] =>
  output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line).msg);

/** The messages on the output of a process that logs, then ends. */
const messagesOf = (program: string): string[] =>
  messagesIn(spawnSync(process.execPath, logging(program), { encoding: 'utf8' }).stdout);
const kill = "process.kill(process.pid, 'SIGKILL')";

test.each([
  ['by itself', ''],
  ['on request', 'process.exit(0)'],
  ['by a crash', "throw new Error('a fault')"],
])('LOG-302: what was logged is written in its order when the process ends %s', (_, end) => {
  expect(messagesOf(`log.info('first'); log.info('second'); ${end}`)).toEqual(['first', 'second']);
});

test('LOG-302: what was logged is written while the process goes on, and a kill after that takes nothing of it', async () => {
  const child = spawn(process.execPath, logging("log.info('first'); log.info('second'); setInterval(() => {}, 1000)"));
  const [output] = await once(child.stdout, 'data');
  child.kill('SIGKILL');
  expect(messagesIn(String(output))).toEqual(['first', 'second']);
});

test('LOG-303: a warning or worse is written at once, after what was logged before it', () => {
  for (const level of ['warn', 'error', 'fatal'])
    expect(messagesOf(`log.info('first'); log.${level}('second'); ${kill}`), level).toEqual(['first', 'second']);
  expect(messagesOf(`log.warn('first'); log.info('second'); log.warn('third'); ${kill}`)).toHaveLength(3);
});
