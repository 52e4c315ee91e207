// The requests that send a file's bytes: each waits until the test advances it, answers it or drops its connection.
import { problemMediaType } from '@remembrance/contract/problem.ts';
import { type RefusalCode, refusals } from '@remembrance/contract/refusals.ts';
import { waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';

type Listener = (() => void) | null;

/** A PUT, with the parts of XMLHttpRequest that the app uses. */
export class FakeUpload {
  readonly upload: { onprogress: ((event: { loaded: number }) => void) | null } = { onprogress: null };
  readonly headers: Record<string, string> = {};
  method = '';
  url = '';
  sent: Blob | undefined;
  isAborted = false;
  status = 0;
  statusText = '';
  responseText = '';
  onload: Listener = null;
  onerror: Listener = null;
  onabort: Listener = null;
  onloadend: Listener = null;

  open(method: string, url: string): void {
    this.method = method;
    this.url = url;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  send(file: Blob): void {
    this.sent = file;
  }
  abort(): void {
    this.isAborted = true;
    this.#end(this.onabort);
  }

  progress(loaded: number): void {
    this.upload.onprogress?.({ loaded });
  }
  answer(status: number, statusText = '', responseText = ''): void {
    Object.assign(this, { status, statusText, responseText });
    this.#end(this.onload);
  }
  refuse(code: RefusalCode): void {
    const { status, ...words } = refusals[code];
    this.answer(status, '', JSON.stringify({ type: problemMediaType, status, ...words, code }));
  }
  lose(): void {
    this.#end(this.onerror);
  }
  #end(listener: Listener): void {
    listener?.();
    this.onloadend?.();
  }
}

/** The current test's uploads so far, oldest first. */
export function fakeUploads(): FakeUpload[] {
  const uploads: FakeUpload[] = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends FakeUpload {
      constructor() {
        super();
        uploads.push(this);
      }
    },
  );
  return uploads;
}

/** Waits until this many uploads have started, and returns the last one. */
export async function uploadNumber(uploads: FakeUpload[], count: number): Promise<FakeUpload> {
  await waitFor(() => expect(uploads).toHaveLength(count));
  const last = uploads[count - 1];
  if (!last?.sent) throw new Error('the upload has sent nothing');
  return last;
}
