// For tests: records which call refused with which code, and fails a run in which a call refuses with a code that the
// contract does not declare for it. After all tests, untested codes are reported (scripts/tests/tests.ts).
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { api } from '@remembrance/contract/api.ts';
import { refusalsOf } from '@remembrance/contract/endpoint.ts';
import { Refusal } from '../src/platform/lib/refusal.ts';

const file = path.join(import.meta.dirname, '../../test-results/refusals.txt');
const endpoints = new Map(Object.values(api).map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]));
const met = new Set<string>();

interface Handled {
  error?: unknown;
  route?: { method: string; url: string };
}

/** This runs again for each test file, in a process that may have run others. */
const worker = globalThis as { isRecordingRefusals?: boolean };
// Fastify publishes a handler's errors here.
if (!worker.isRecordingRefusals) subscribe('tracing:fastify.request.handler:error', record);
worker.isRecordingRefusals = true;

function record(message: unknown): void {
  const { error, route } = message as Handled;
  if (!(error instanceof Refusal) || !route) return;
  const call = `${route.method} ${route.url}`;
  const endpoint = endpoints.get(call);
  const line = `${call} ${error.code}\n`;
  if (!endpoint || met.has(line)) return;
  met.add(line);
  if (!refusalsOf(endpoint).includes(error.code)) {
    throw new Error(`${call} refused with ${error.code}, which the contract does not declare for it`);
  }
  mkdirSync(path.dirname(file), { recursive: true });
  appendFileSync(file, line);
}
