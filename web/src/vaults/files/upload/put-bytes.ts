// Sends the bytes of one file to its signed URL. It uses XMLHttpRequest, because fetch does not report upload progress.
import { problem } from '@remembrance/contract/problem.ts';
import type { RefusalCode } from '@remembrance/contract/refusals.ts';
import { attempt } from '../../../lib/browser/attempt.ts';

export interface PutResponse {
  status: number;
  /** The status line's text, or the refusal's title, because HTTP/2 has no such text. */
  statusText: string;
  code?: RefusalCode | (string & {});
  /** The sentence of the refusal. */
  detail?: string;
}

/** No response arrived: the connection was lost or stalled. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost';
}

export interface Put {
  url: string;
  file: Blob;
  mimeType: string;
  onProgress: (sentBytes: number) => void;
  signal: AbortSignal;
}

/** A phone that changes networks may never learn that its connection is gone. */
const stallMilliseconds = 60_000;

export function putBytes({ url, file, mimeType, onProgress, signal }: Put): Promise<PutResponse> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    let stallTimer = setTimeout(abort, stallMilliseconds);
    const restartStallTimer = () => {
      clearTimeout(stallTimer);
      stallTimer = setTimeout(abort, stallMilliseconds);
    };
    signal.addEventListener('abort', abort);
    request.open('PUT', url);
    request.setRequestHeader('Content-Type', mimeType);
    request.upload.onprogress = (event) => {
      restartStallTimer();
      onProgress(event.loaded);
    };
    request.onload = () => resolve(responseOf(request));
    request.onerror = () => reject(new ConnectionLost());
    request.onabort = () => reject(signal.aborted ? signal.reason : new ConnectionLost());
    request.onloadend = () => {
      clearTimeout(stallTimer);
      signal.removeEventListener('abort', abort);
    };
    request.send(file);
  });
}

function responseOf(request: XMLHttpRequest): PutResponse {
  const { status, statusText, responseText } = request;
  const refusal = readProblem(responseText);
  const reason = statusText || refusal?.title || `status ${status}`;
  return { status, statusText: reason, ...(refusal && { code: refusal.code, detail: refusal.detail }) };
}

/** Undefined if it is not JSON: the response of a proxy between the page and the service. */
const readProblem = (text: string) => attempt(() => problem.safeParse(JSON.parse(text)).data);
