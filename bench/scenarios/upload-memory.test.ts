// The short form of the measurement of an upload's memory.
import { expect, test } from 'vitest';
import { measureUploadMemory } from './upload-memory.ts';

test('FILE-3: an upload is streamed, so that its size does not add to the memory of the server', {
  timeout: 180_000,
}, async () => {
  const { megabytes, addedMegabytes } = await measureUploadMemory(192);
  expect(addedMegabytes).toBeLessThan(megabytes / 2);
});
