// What was logged is written, however the process ends.
import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const openLog = pathToFileURL(new URL('open-log.ts', import.meta.url).pathname).href;

const argumentsOf = (program: string): string[] => {
  const script = `import { openLog } from '${openLog}'; const log = openLog('info'); ${program}`;
  return ['--input-type=module', '-e', script];
};
const messageOf = (line: string): string => JSON.parse(line).msg;

/** The messages on the output of a process that logs, then ends. */
function messagesOf(program: string): string[] {
  const { stdout } = spawnSync(process.execPath, argumentsOf(program), { encoding: 'utf8' });
  const lines = stdout.split('\n').filter((line) => line !== '');
  return lines.map(messageOf);
}
const kill = "process.kill(process.pid, 'SIGKILL')";

test.each([
  ['by itself', ''],
  ['on request', 'process.exit(0)'],
  ['by a crash', "throw new Error('a fault')"],
])('LOG-302: what was logged is written in its order when the process ends %s', (_, end) => {
  expect(messagesOf(`log.info('first'); log.info('second'); ${end}`)).toEqual(['first', 'second']);
});

test('LOG-302: what was logged is written by itself while the process goes on', async () => {
  const running = spawn(process.execPath, argumentsOf("log.info('first'); log.info('second'); process.stdin.resume()"));
  const messages: string[] = [];
  for await (const line of createInterface(running.stdout)) {
    messages.push(messageOf(line));
    if (messages.length === 2) running.kill('SIGKILL');
  }
  expect(messages).toEqual(['first', 'second']);
});

test('LOG-303: a warning or worse is written at once, after what was logged before it', () => {
  for (const level of ['warn', 'error', 'fatal'])
    expect(messagesOf(`log.info('first'); log.${level}('second'); ${kill}`), level).toEqual(['first', 'second']);
  expect(messagesOf(`log.warn('first'); log.info('second'); log.warn('third'); ${kill}`)).toHaveLength(3);
});
