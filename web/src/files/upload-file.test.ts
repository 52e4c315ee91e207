import { describe, expect, it } from 'vitest';
import { ConnectionLost, type PutAnswer } from './put-bytes.ts';
import { UploadFailed, type UploadStep, uploadFile } from './upload-file.ts';
import { waitSeconds } from './wait-to-retry.ts';

const stored: PutAnswer = { status: 204, statusText: 'No Content' };
const lost = new ConnectionLost();

/** Plays the answers in turn and writes down what was asked. */
async function upload(answers: (PutAnswer | Error)[], maxWaits = 20) {
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
    waitToRetry: async () => {
      if (++waits > maxWaits) throw new UploadFailed('the connection was lost');
    },
  };
  const error = await uploadFile(needs, (step) => steps.push(step.state)).catch((thrown: unknown) => thrown);
  return { urls, steps, waits, error };
}

describe('uploading a file', () => {
  it('says stored only after the service said so', async () => {
    const { steps, urls, error } = await upload([stored]);
    expect(error).toBeUndefined();
    expect(steps).toEqual(['uploading', 'uploading', 'stored']);
    expect(urls).toEqual(['/upload/1']);
  });

  it('repeats to the same address when the connection was lost, and says so', async () => {
    const { steps, urls, error } = await upload([lost, lost, stored]);
    expect(error).toBeUndefined();
    expect(urls).toEqual(['/upload/1', '/upload/1', '/upload/1']);
    expect(steps.filter((step) => step === 'connection-lost')).toHaveLength(2);
    expect(steps.at(-1)).toBe('stored');
  });

  it('counts a file as stored whose first answer was lost on its way back', async () => {
    const finished: PutAnswer = { status: 409, statusText: 'Conflict', code: 'upload-finished' };
    expect((await upload([lost, finished])).steps.at(-1)).toBe('stored');
  });

  it('asks for a new address when the first one has expired', async () => {
    const over: PutAnswer = { status: 403, statusText: 'Forbidden', code: 'link-signature-refused' };
    const { urls, error } = await upload([over, stored]);
    expect(error).toBeUndefined();
    expect(urls).toEqual(['/upload/1', '/upload/2']);
  });

  it('tries again when the service was restarting', async () => {
    expect((await upload([{ status: 503, statusText: 'Service Unavailable' }, stored])).steps.at(-1)).toBe('stored');
  });

  it('fails at once, with the status text, when the service refuses the file', async () => {
    const { error, waits } = await upload([{ status: 413, statusText: 'Payload Too Large', code: 'too-large' }]);
    expect(error).toBeInstanceOf(UploadFailed);
    expect((error as UploadFailed).statusText).toBe('Payload Too Large');
    expect(waits).toBe(0);
  });

  it('gives up in the end, and waits longer each time until then', async () => {
    const { error } = await upload(
      Array.from({ length: 10 }, () => lost),
      3,
    );
    expect(error).toBeInstanceOf(UploadFailed);
    expect([0, 1, 2, 5, 9].map(waitSeconds)).toEqual([1, 2, 4, 30, 30]);
  });
});
