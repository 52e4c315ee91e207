// A start that cannot succeed ends with one line that explains why, before a database is created.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { childEnvironment } from '../testing/child-environment.ts';
import { freePort } from '../testing/free-port.ts';
import { messagesOf } from '../testing/messages-of.ts';
import { makeTestFolder } from '../testing/test-folder.ts';
import { wrongStarts } from '../testing/wrong-starts.ts';

/** A new process is slow to load on a busy machine. */
vi.setConfig({ testTimeout: 90_000 });

let folder: string;
let dataDirectory: string;
beforeEach(() => {
  folder = makeTestFolder();
  dataDirectory = path.join(folder, 'data');
});
afterEach(() => rmSync(folder, { recursive: true }));

const main = path.join(import.meta.dirname, '../src/main.ts');

function start(settings: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main], {
    env: childEnvironment({ DATA_DIR: dataDirectory, ...settings }),
    encoding: 'utf8',
  });
  return { status, stdout, messages: messagesOf(stderr) };
}

async function listen() {
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  return { server, port: String((server.address() as AddressInfo).port) };
}

test('a start on a port in use waits for it before the database is created', async () => {
  const { server, port } = await listen();
  const line = `Port ${port} is in use; stop the program that uses it, or set PORT to another port. The start waits for it.`;
  const child = spawn(process.execPath, [main], { env: childEnvironment({ DATA_DIR: dataDirectory, PORT: port }) });
  const [said] = await once(child.stderr, 'data');
  expect(messagesOf(String(said))).toEqual([line]);
  expect(child.exitCode).toBeNull();
  expect(existsSync(dataDirectory)).toBe(false);
  child.kill('SIGKILL');
  await once(child, 'exit');
  server.close();
});

test('the program ends with only a line for each wrong setting, and creates nothing', () => {
  const [, environment, line] = wrongStarts.find(([what]) => what === 'a database without TLS') ?? [];
  expect(start({ ...environment, PORT: 'abc' })).toEqual({
    status: 1,
    stdout: '',
    messages: ['PORT is "abc"; it takes a whole number from 1 to 65535.', line],
  });
  expect(existsSync(dataDirectory)).toBe(false);
});

test('a damaged secrets.json ends the start with one line and without a stack trace', async () => {
  const port = String(await freePort());
  mkdirSync(dataDirectory);
  const file = path.join(dataDirectory, 'secrets.json');
  writeFileSync(file, '{"secrets":["');
  const line = `${file} is damaged and has no complete secret; restore the file from its copy.`;
  expect(start({ PORT: port })).toEqual({ status: 1, stdout: '', messages: [line] });
  expect(existsSync(path.join(dataDirectory, 'postgres'))).toBe(false);
});
