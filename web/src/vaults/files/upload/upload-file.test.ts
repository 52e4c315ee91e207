// An upload survives lost connections and restarts, fails with a reason when refused, and never reports success too early.
import { describe, expect, it } from 'vitest';
import { ConnectionLost, type PutResponse } from './put-bytes.ts';
import { ServiceTrouble, UploadFailed, type UploadStep, uploadFile } from './upload-file.ts';
import { waitSeconds } from './wait-to-retry.ts';

const stored: PutResponse = { status: 204, statusText: 'No Content' };
const lost = new ConnectionLost();

/** Returns the given responses in turn and records the calls. */
async function upload(answers: (PutResponse | Error)[], maxWaits = 20) {
  const urls: string[] = [];
  const steps: UploadStep['state'][] = [];
  let opened = 0;
  let waits = 0;
  const needs = {
    openUpload: async () => `/upload/${++opened}`,
    send: async (url: string, onProgress: (sentBytes: number) => void) => {
      urls.push(url);
      onProgress(5);
      const answer = answers.shift() ?? stored;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    waitToRetry: async (_: number, failure: UploadFailed) => {
      if (++waits > maxWaits) throw failure;
    },
  };
  const error = await uploadFile(needs, (step) => steps.push(step.state)).catch((thrown: unknown) => thrown);
  return { urls, steps, waits, error };
}

describe('uploading a file', () => {
  it('the upload reports stored only after the service confirmed it', async () => {
    const { steps, urls, error } = await upload([stored]);
    expect(error).toBeUndefined();
    expect(steps).toEqual(['uploading', 'uploading', 'stored']);
    expect(urls).toEqual(['/upload/1']);
  });

  it('the upload retries with the same URL after a lost connection, and reports the loss', async () => {
    const { steps, urls, error } = await upload([lost, lost, stored]);
    expect(error).toBeUndefined();
    expect(urls).toEqual(['/upload/1', '/upload/1', '/upload/1']);
    expect(steps.filter((step) => step === 'connection-lost')).toHaveLength(2);
    expect(steps.at(-1)).toBe('stored');
  });

  it('the upload counts a file as stored when only the first response was lost', async () => {
    const finished: PutResponse = { status: 409, statusText: 'Conflict', code: 'upload-finished' };
    expect((await upload([lost, finished])).steps.at(-1)).toBe('stored');
  });

  it('the upload requests a new URL when the first one has expired', async () => {
    const expired: PutResponse = { status: 403, statusText: 'Forbidden', code: 'link-signature-refused' };
    const { urls, error } = await upload([expired, stored]);
    expect(error).toBeUndefined();
    expect(urls).toEqual(['/upload/1', '/upload/2']);
  });

  it('the upload retries when the service was restarting', async () => {
    expect((await upload([{ status: 503, statusText: 'Service Unavailable' }, stored])).steps.at(-1)).toBe('stored');
  });

  it('the upload reports a failing service as such, and finally names its status', async () => {
    const fault: PutResponse = { status: 500, statusText: 'Internal Server Error', detail: 'Please try again later.' };
    const { steps, error } = await upload([fault, fault], 1);
    expect(steps.filter((step) => step === 'service-trouble')).toHaveLength(2);
    expect(steps).not.toContain('connection-lost');
    expect(error).toEqual(new UploadFailed('Internal Server Error', 'Please try again later.'));

    const busy = new ServiceTrouble('Bad Gateway');
    expect((await upload([busy], 0)).error).toBe(busy);
    expect((await upload([{ status: 502, statusText: 'Bad Gateway' }, lost], 1)).error).toEqual(
      new UploadFailed('the connection was lost'),
    );
  });

  it.each([
    { status: 408, statusText: 'Request Timeout' },
    { status: 400, statusText: 'Incomplete', code: 'upload-incomplete' },
  ])('the upload counts $statusText as a lost connection', async (answer) => {
    expect((await upload([answer, stored])).steps).toContain('connection-lost');
  });

  it('the upload fails immediately, with the status text, when the service refuses the file', async () => {
    const { error, waits } = await upload([{ status: 413, statusText: 'Payload Too Large', code: 'too-large' }]);
    expect(error).toBeInstanceOf(UploadFailed);
    expect((error as UploadFailed).message).toBe('Payload Too Large');
    expect(waits).toBe(0);
  });

  it('the upload waits longer before each retry, and gives up eventually', async () => {
    const { error } = await upload(
      Array.from({ length: 10 }, () => lost),
      3,
    );
    expect(error).toBeInstanceOf(UploadFailed);
    expect([0, 1, 2, 5, 9].map(waitSeconds)).toEqual([1, 2, 4, 30, 30]);
  });
});
