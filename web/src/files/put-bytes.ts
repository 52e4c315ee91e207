// Sends the raw bytes of one file to its signed address. XMLHttpRequest, because fetch does not tell how much was sent.
import { problem } from '@remembrance/contract/problem.ts';
import type { RefusalCode } from '@remembrance/contract/refusals.ts';

export interface PutAnswer {
  status: number;
  /** The text of the status line, or the title of the refusal where the connection carries no such text. */
  statusText: string;
  code?: RefusalCode | (string & {});
}

/** No answer came: the connection was lost on the way there or back, or nothing has moved on it for long. */
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

/** A phone that changes networks may never hear that its connection is gone. */
const silenceMilliseconds = 60_000;

export function putBytes({ url, file, mimeType, onProgress, signal }: Put): Promise<PutAnswer> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    let silence = setTimeout(abort, silenceMilliseconds);
    const hear = () => {
      clearTimeout(silence);
      silence = setTimeout(abort, silenceMilliseconds);
    };
    signal.addEventListener('abort', abort);
    request.open('PUT', url);
    request.setRequestHeader('Content-Type', mimeType);
    request.upload.onprogress = (event) => {
      hear();
      onProgress(event.loaded);
    };
    request.onload = () => resolve(answerOf(request));
    request.onerror = () => reject(new ConnectionLost());
    request.onabort = () => reject(signal.aborted ? signal.reason : new ConnectionLost());
    request.onloadend = () => {
      clearTimeout(silence);
      signal.removeEventListener('abort', abort);
    };
    request.send(file);
  });
}

function answerOf(request: XMLHttpRequest): PutAnswer {
  const { status, statusText, responseText } = request;
  const refusal = readProblem(responseText);
  const words = statusText || refusal?.title || `status ${status}`;
  return { status, statusText: words, ...(refusal && { code: refusal.code }) };
}

function readProblem(text: string) {
  try {
    return problem.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined; // not JSON: an answer of something between the page and the service
  }
}
