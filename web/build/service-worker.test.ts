// The service worker, run with a fake cache, service and browser: what it stores, answers and removes.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import vm from 'node:vm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeServiceWorker } from './write-service-worker.ts';

const origin = 'https://remembrance.example';
const first = { 'assets/app-1.js': 'first', 'assets/late-1.js': 'late', '__shell.html': 'shell', 'icon.svg': 'icon' };

let dist: string;
let stored: Map<string, Map<string, string>>;
let requested: string[];
/** Answers a request for a path; throws while the service is unavailable. */
let answer: (path: string) => { ok: boolean; body: string };

beforeEach(() => {
  dist = mkdtempSync(path.join(os.tmpdir(), 'remembrance-worker-'));
  mkdirSync(path.join(dist, 'assets'));
  stored = new Map();
  requested = [];
});
afterEach(() => rmSync(dist, { recursive: true }));

/** The worker of a build with these files, without the file that is loaded late. */
async function build(files: Record<string, string>) {
  rmSync(path.join(dist, 'assets'), { recursive: true });
  mkdirSync(path.join(dist, 'assets'));
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(dist, name), content);
  answer = (name) => ({ ok: true, body: files[name.slice(1)] ?? `page ${name}` });
  await writeServiceWorker(dist, ['assets/late-1.js']);
  return startWorker(readFileSync(path.join(dist, 'service-worker.js'), 'utf8'));
}

function startWorker(code: string) {
  const listeners: Record<string, (event: object) => void> = {};
  const fetch = async (request: string | { url: string }, options: { cache?: string } = {}) => {
    const name = typeof request === 'string' ? request : new URL(request.url).pathname;
    requested.push(options.cache === 'reload' ? `${name} again` : name);
    return { ...answer(name), redirected: false, status: 0 };
  };
  const caches = {
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    match: async (name: string) => bodyOf([...stored.values()].find((cache) => cache.has(name))?.get(name)),
    open: async (cacheName: string) => {
      const cache = stored.get(cacheName) ?? new Map<string, string>();
      stored.set(cacheName, cache);
      return {
        match: async (name: string) => bodyOf(cache.get(name)),
        put: async (name: string, { body }: { body: string }) => void cache.set(name, body),
      };
    },
  };
  const self = {
    location: { origin },
    addEventListener: (kind: string, listen: (event: object) => void) => {
      listeners[kind] = listen;
    },
  };
  vm.runInNewContext(code, { self, caches, fetch, URL });
  const waitFor = async (kind: string) => {
    let work: Promise<void> | undefined;
    listeners[kind]?.({ waitUntil: (promise: Promise<void>) => (work = promise) });
    await work;
  };
  return {
    install: () => waitFor('install'),
    activate: () => waitFor('activate'),
    /** The response's body; null if the browser asks the service itself. */
    async ask(address: string, { mode = 'no-cors', method = 'GET' } = {}): Promise<string | null> {
      let work: Promise<{ body: string }> | undefined;
      const request = { url: new URL(address, origin).href, mode, method };
      listeners.fetch?.({ request, respondWith: (promise: Promise<{ body: string }>) => (work = promise) });
      return work ? (await work).body : null;
    },
  };
}

const bodyOf = (body: string | undefined) => (body === undefined ? undefined : { body });
const storedFiles = () => [...stored.values()].map((cache) => Object.fromEntries(cache));
const away = () => {
  throw new TypeError('Failed to fetch');
};

test('the worker stores the app’s files, except those that are loaded late', async () => {
  await (await build(first)).install();
  expect(storedFiles()).toEqual([{ '/assets/app-1.js': 'first', '/__shell.html': 'shell', '/icon.svg': 'icon' }]);
});

test('a new version reuses unchanged files from the previous one, and removes that one when it becomes active', async () => {
  await (await build({ ...first, 'assets/font-1.woff2': 'font' })).install();
  requested = [];
  const next = await build({ ...first, 'assets/font-1.woff2': 'font', 'assets/app-2.js': 'second', 'icon.svg': 'new' });
  await next.install();
  expect(requested).toEqual(['/__shell.html again', '/assets/app-2.js', '/icon.svg again']);
  expect(storedFiles()).toHaveLength(2);
  await next.activate();
  expect(storedFiles()).toEqual([
    {
      '/assets/app-1.js': 'first',
      '/assets/app-2.js': 'second',
      '/assets/font-1.woff2': 'font',
      '/__shell.html': 'shell',
      '/icon.svg': 'new',
    },
  ]);
});

test('a failed installation installs nothing, and the next one continues it', async () => {
  const worker = await build(first);
  const { '/icon.svg': icon, ...rest } = { '/icon.svg': 'icon', '/assets/app-1.js': 'first', '/__shell.html': 'shell' };
  const whole = answer;
  answer = (name) => (name === '/icon.svg' ? { ok: false, body: 'no' } : whole(name));
  await expect(worker.install()).rejects.toThrow('/icon.svg could not be loaded');
  expect(storedFiles()).toEqual([rest]);
  answer = whole;
  requested = [];
  await worker.install();
  expect(requested).toEqual(['/icon.svg again']);
  expect(storedFiles()).toEqual([{ ...rest, '/icon.svg': icon }]);
});

test('pages come from the service, and the shell replaces them only while it is unavailable', async () => {
  const worker = await build(first);
  await worker.install();
  expect(await worker.ask('/vault/7', { mode: 'navigate' })).toBe('page /vault/7');
  answer = away;
  expect(await worker.ask('/vault/7', { mode: 'navigate' })).toBe('shell');
  expect(await worker.ask('/assets/app-1.js')).toBe('first');
});

test.each([
  ['a call', '/api/vaults', {}],
  ['a download', '/api/download?signature=1', { mode: 'navigate' }],
  ['a page of the sandbox', '/sandbox/card', { mode: 'navigate' }],
  ['a page for developers', '/dev/mail', { mode: 'navigate' }],
  ['a file of another origin', 'https://other.example/assets/app-1.js', {}],
  ['something sent', '/assets/app-1.js', { method: 'POST' }],
  ['a file that is loaded late', '/assets/late-1.js', {}],
])('the worker ignores %s', async (_, address, how) => {
  const worker = await build(first);
  await worker.install();
  expect(await worker.ask(address, how)).toBe(null);
});
