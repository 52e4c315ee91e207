// Uploads one file: requests a URL, sends the bytes, and retries until they are stored or refused.
import { ConnectionLost, type PutResponse } from './put-bytes.ts';

export type UploadStep =
  | { state: 'waiting' }
  | { state: 'uploading'; sentBytes: number; isCopy?: boolean }
  /** The service copies it from another vault. */
  | { state: 'copying' }
  | { state: 'connection-lost' }
  | { state: 'service-trouble' }
  | { state: 'stored' };

/** The step of each file, by its key. */
export type UploadSteps = Readonly<Record<string, UploadStep>>;

export class UploadFailed extends Error {
  override name = 'UploadFailed';
  /** What to do about it, if the service says so. */
  readonly advice: string;
  /** @param reason the text of the status line, or a similar one */
  constructor(reason: string, advice = '') {
    super(reason);
    this.advice = advice;
  }
}

interface Needs {
  openUpload: () => Promise<string>;
  send: (url: string, onProgress: (sentBytes: number) => void) => Promise<PutResponse>;
  /** Resolves when it is time to retry; after too many failures it throws the given failure. */
  waitToRetry: (failures: number, failure: UploadFailed) => Promise<void>;
}

/** The service answered that it cannot do this now. */
export class ServiceTrouble extends UploadFailed {}

/** The connection was too slow: the service timed out waiting for the bytes. */
const lostStatuses = new Set([408]);
/** Overload, an error, and a proxy's responses while the service restarts. */
const troubleStatuses = new Set([425, 429, 500, 502, 503, 504]);

export async function uploadFile(needs: Needs, report: (step: UploadStep) => void): Promise<void> {
  let url: string | undefined;
  for (let failures = 0; ; failures += 1) {
    let failure: UploadFailed;
    try {
      report({ state: 'uploading', sentBytes: 0 });
      url ??= await needs.openUpload();
      const answer = await needs.send(url, (sentBytes) => report({ state: 'uploading', sentBytes }));
      const outcome = classifyResponse(answer);
      if (outcome === 'stored') break;
      failure = new UploadFailed(answer.statusText, answer.detail);
      if (outcome === 'refused') throw failure;
      if (outcome === 'link-expired') url = undefined;
      else report({ state: outcome });
    } catch (error) {
      const [state, reason] = readError(error);
      report({ state });
      failure = reason;
    }
    await needs.waitToRetry(failures, failure);
  }
  report({ state: 'stored' });
}

/** @throws if no retry can help */
function readError(error: unknown): ['connection-lost' | 'service-trouble', UploadFailed] {
  if (error instanceof ConnectionLost) return ['connection-lost', new UploadFailed('the connection was lost')];
  if (error instanceof ServiceTrouble) return ['service-trouble', error];
  throw error;
}

type Outcome = 'stored' | 'link-expired' | 'connection-lost' | 'service-trouble' | 'refused';

/** The first response may have been lost, so 'already uploaded' means success. */
function classifyResponse({ status, code }: PutResponse): Outcome {
  if (status >= 200 && status < 300) return 'stored';
  if (code === 'upload-finished') return 'stored';
  if (code === 'link-signature-refused') return 'link-expired';
  if (code === 'upload-incomplete' || lostStatuses.has(status)) return 'connection-lost';
  return troubleStatuses.has(status) ? 'service-trouble' : 'refused';
}
