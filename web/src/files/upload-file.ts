// Uploads one file: requests a URL, sends the bytes, and retries until they are stored or refused.
import { ConnectionLost, type PutResponse } from './put-bytes.ts';

export type UploadStep =
  | { state: 'waiting' }
  | { state: 'uploading'; sentBytes: number }
  | { state: 'connection-lost' }
  | { state: 'stored' };

export class UploadFailed extends Error {
  override name = 'UploadFailed';
  /** The text of the status line, or a similar reason. */
  readonly statusText: string;
  /** What can be done about it, where the service says so. */
  readonly advice: string;
  constructor(statusText: string, advice = '') {
    super(statusText);
    this.statusText = statusText;
    this.advice = advice;
  }
}

interface Needs {
  openUpload: () => Promise<string>;
  send: (url: string, onProgress: (sentBytes: number) => void) => Promise<PutResponse>;
  /** Resolves when it is time to retry; throws after too many failures. */
  waitToRetry: (failures: number) => Promise<void>;
}

/** Timeouts, overload, and responses of a proxy while the service restarts. They are shown as a lost connection. */
const passingStatuses = new Set([408, 425, 429, 500, 502, 503, 504]);

export async function uploadFile(needs: Needs, report: (step: UploadStep) => void): Promise<void> {
  let url: string | undefined;
  for (let failures = 0; ; failures += 1) {
    try {
      report({ state: 'uploading', sentBytes: 0 });
      url ??= await needs.openUpload();
      const answer = await needs.send(url, (sentBytes) => report({ state: 'uploading', sentBytes }));
      const outcome = classifyResponse(answer);
      if (outcome === 'stored') break;
      if (outcome === 'refused') throw new UploadFailed(answer.statusText, answer.detail);
      if (outcome === 'link-expired') url = undefined;
      else report({ state: 'connection-lost' });
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
      report({ state: 'connection-lost' });
    }
    await needs.waitToRetry(failures);
  }
  report({ state: 'stored' });
}

/** The first response may have been lost, so 'already uploaded' means success. */
function classifyResponse({ status, code }: PutResponse): 'stored' | 'link-expired' | 'again' | 'refused' {
  if (status >= 200 && status < 300) return 'stored';
  if (code === 'upload-finished') return 'stored';
  if (code === 'link-signature-refused') return 'link-expired';
  if (code === 'upload-incomplete' || passingStatuses.has(status)) return 'again';
  return 'refused';
}
