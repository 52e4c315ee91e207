// Sending a file's bytes: progress, each kind of response, a lost connection, a stall, and a stop.
import { problemMediaType } from '@remembrance/contract/problem.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FakeUpload, fakeUploads } from '../../../../testing/fake-uploads.ts';
import { ConnectionLost, putBytes } from './put-bytes.ts';

let uploads: FakeUpload[];
beforeEach(() => {
  vi.useFakeTimers();
  uploads = fakeUploads();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function put({ signal = new AbortController().signal } = {}) {
  const seen: number[] = [];
  const file = new Blob(['dear Rosa']);
  const answer = putBytes({
    url: '/up',
    file,
    mimeType: 'text/plain',
    onProgress: (bytes) => seen.push(bytes),
    signal,
  });
  const upload = uploads[0] as FakeUpload;
  return { answer, upload, seen, file, ended: answer.catch((error: unknown) => error) };
}

test('the bytes are sent unchanged with their type, and their progress is reported', async () => {
  const { answer, upload, seen, file } = put();
  expect([upload.method, upload.url, upload.headers, upload.sent]).toEqual([
    ...['PUT', '/up', { 'Content-Type': 'text/plain' }],
    file,
  ]);
  upload.progress(3);
  upload.progress(9);
  upload.answer(204, 'No Content');
  expect(await answer).toEqual({ status: 204, statusText: 'No Content' });
  expect(seen).toEqual([3, 9]);
});

test('a refusal has its code and sentence, and its title if the status line has no text', async () => {
  const { answer, upload } = put();
  upload.refuse('too-large');
  expect(await answer).toEqual({
    status: 413,
    statusText: 'Too large',
    code: 'too-large',
    detail: 'This is larger than we can accept.',
  });
});

test.each([
  ['a page of a proxy', 502, 'Bad Gateway', '<html>', 'Bad Gateway'],
  ['an empty answer without a text', 507, '', '', 'status 507'],
  ['JSON that is no refusal', 400, '', '{"error":"no"}', 'status 400'],
  ['a refusal that is cut off', 400, '', `{"type":"${problemMediaType}`, 'status 400'],
])('%s is a complete reason', async (_, status, text, body, reason) => {
  const { answer, upload } = put();
  upload.answer(status, text, body);
  expect(await answer).toEqual({ status, statusText: reason });
});

test('a lost connection and a minute without progress both end as a lost connection', async () => {
  const broken = put();
  broken.upload.lose();
  expect(await broken.ended).toBeInstanceOf(ConnectionLost);

  uploads.length = 0;
  const stalled = put();
  vi.advanceTimersByTime(59_999);
  stalled.upload.progress(1);
  vi.advanceTimersByTime(59_999);
  expect(stalled.upload.isAborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(await stalled.ended).toBeInstanceOf(ConnectionLost);
});

test('a stop ends the upload with its own reason, even before it started, and leaves no timer', async () => {
  const stop = new AbortController();
  const { upload, ended } = put({ signal: stop.signal });
  const reason = new Error('stopped');
  stop.abort(reason);
  expect(upload.isAborted).toBe(true);
  expect(await ended).toBe(reason);
  expect(vi.getTimerCount()).toBe(0);
  expect(() => put({ signal: stop.signal })).toThrow(reason);
  expect(uploads).toHaveLength(1);
});
