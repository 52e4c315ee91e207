// The short form of the measurement of an upload's memory.
import { expect, test } from 'vitest';
import { measureUploadMemory } from './upload-memory.ts';

test('FILE-3: an upload is streamed, so that its size does not add to the memory of the server', {
  timeout: 120_000,
}, async () => {
  const { addedMegabytes } = await measureUploadMemory(160);
  expect(addedMegabytes).toBeLessThan(60);
});
