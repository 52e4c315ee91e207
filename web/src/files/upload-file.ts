// One file on its way: asked for an address, sent, and sent again until its bytes are kept or a reason stands against it.
import { ConnectionLost, type PutAnswer } from './put-bytes.ts';

export type UploadStep =
  | { state: 'waiting' }
  | { state: 'uploading'; sentBytes: number }
  | { state: 'connection-lost' }
  | { state: 'stored' };

export class UploadFailed extends Error {
  override name = 'UploadFailed';
  /** What the status line said, or the like. */
  readonly statusText: string;
  constructor(statusText: string) {
    super(statusText);
    this.statusText = statusText;
  }
}

interface Needs {
  openUpload: () => Promise<string>;
  send: (url: string, onProgress: (sentBytes: number) => void) => Promise<PutAnswer>;
  /** Resolves when another try makes sense; throws when waiting has gone on for too long. */
  waitToRetry: (failures: number) => Promise<void>;
}

/** Time outs, overload, and the answers of a gateway whose service is restarting: to a person, a lost connection. */
const passingStatuses = new Set([408, 425, 429, 500, 502, 503, 504]);

export async function uploadFile(needs: Needs, report: (step: UploadStep) => void): Promise<void> {
  let url: string | undefined;
  for (let failures = 0; ; failures += 1) {
    try {
      report({ state: 'uploading', sentBytes: 0 });
      url ??= await needs.openUpload();
      const answer = await needs.send(url, (sentBytes) => report({ state: 'uploading', sentBytes }));
      const outcome = judge(answer);
      if (outcome === 'stored') break;
      if (outcome === 'refused') throw new UploadFailed(answer.statusText);
      if (outcome === 'link-over') url = undefined;
      else report({ state: 'connection-lost' });
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
      report({ state: 'connection-lost' });
    }
    await needs.waitToRetry(failures);
  }
  report({ state: 'stored' });
}

/** An answer may have been lost on its way back, so 'already uploaded' is what a repeated try hopes for. */
function judge({ status, code }: PutAnswer): 'stored' | 'link-over' | 'again' | 'refused' {
  if (status >= 200 && status < 300) return 'stored';
  if (code === 'upload-finished') return 'stored';
  if (code === 'link-signature-refused') return 'link-over';
  if (code === 'upload-incomplete' || passingStatuses.has(status)) return 'again';
  return 'refused';
}
