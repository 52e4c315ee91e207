// Sends the raw bytes of one file to its signed address. XMLHttpRequest, because fetch does not tell how much was sent.
import { problem } from '@remembrance/contract/problem.ts';
import type { RefusalCode } from '@remembrance/contract/refusals.ts';

export interface PutAnswer {
  status: number;
  /** The text of the status line, or the title of the refusal where the connection carries no such text. */
  statusText: string;
  code?: RefusalCode | (string & {});
}

/** No answer came: the connection was lost on the way there or back. */
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

export function putBytes({ url, file, mimeType, onProgress, signal }: Put): Promise<PutAnswer> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal.addEventListener('abort', abort, { once: true });
    request.open('PUT', url);
    request.withCredentials = true;
    request.setRequestHeader('Content-Type', mimeType);
    request.upload.onprogress = (event) => onProgress(event.loaded);
    request.onload = () => resolve(answerOf(request));
    request.onerror = () => reject(new ConnectionLost());
    request.ontimeout = () => reject(new ConnectionLost());
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener('abort', abort);
    request.send(file);
  });
}

function answerOf(request: XMLHttpRequest): PutAnswer {
  const { status, statusText, responseText } = request;
  const refusal = readProblem(responseText);
  return {
    status,
    statusText: statusText || refusal?.title || `status ${status}`,
    ...(refusal && { code: refusal.code }),
  };
}

function readProblem(text: string) {
  try {
    return problem.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined; // not JSON: an answer of something between the page and the service
  }
}
