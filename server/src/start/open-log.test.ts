// Every logged line is written, however the process ends.
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { readable } from './open-log.ts';

const openLog = pathToFileURL(new URL('open-log.ts', import.meta.url).pathname).href;

/** The messages in the output of a process that logs and then ends. */
function messagesOf(program: string): string[] {
  const script = `import { openLog } from '${openLog}'; const log = openLog('info'); ${program}`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  const lines = stdout.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line).msg);
}
const kill = "process.kill(process.pid, 'SIGKILL')";

test.each([
  ['by itself', ''],
  ['on request', 'process.exit(0)'],
  ['by a crash', "throw new Error('a fault')"],
  ['in a later turn, killed', `setImmediate(() => setImmediate(() => ${kill}))`],
])('every logged line is written in order when the process ends %s', (_, end) => {
  expect(messagesOf(`log.info('first'); log.info('second'); ${end}`)).toEqual(['first', 'second']);
});

test('a warning or worse is written immediately, after the lines logged before it', { tags: 'long' }, () => {
  for (const level of ['warn', 'error', 'fatal'])
    expect(messagesOf(`log.info('first'); log.${level}('second'); ${kill}`), level).toEqual(['first', 'second']);
  expect(messagesOf(`log.warn('first'); log.info('second'); log.warn('third'); ${kill}`)).toHaveLength(3);
});

test('levels are words, and lines of a start have the format of the log, whatever the level is', () => {
  const script = `import { openLog, sayAtStart } from '${openLog}';
    openLog('error').error({ part: 'disk' }, 'full');
    sayAtStart(process.stdout, 'info', ['ready', 'letters: sent']);`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
  const lines = stdout.trim().split('\n');
  expect(lines.map((line) => JSON.parse(line)).toSorted((one, other) => one.msg.localeCompare(other.msg))).toEqual([
    { level: 'error', time, part: 'disk', msg: 'full' },
    { level: 'info', time, msg: 'letters: sent' },
    { level: 'info', time, msg: 'ready' },
  ]);
});

test('on a terminal a line is the time, the level, the message and the facts', () => {
  const facts = { level: 'warn', time: '2026-11-29T21:35:40.000Z', part: 'disk', account: null, msg: 'It is full.' };
  expect(readable(JSON.stringify(facts))).toBe('21:35:40 warn  It is full. part=disk\n');
  const fault = { ...facts, error: { name: 'Error', stack: 'Error: no\n    at place' } };
  expect(readable(JSON.stringify(fault))).toBe('21:35:40 warn  It is full. part=disk \n  Error: no\n      at place\n');
});
