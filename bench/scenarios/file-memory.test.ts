// The short form of the measurement of what files cost in memory.
import { expect, test } from 'vitest';
import { measureFileMemory } from './file-memory.ts';

test('FILE-3: an upload and the export are streamed, so that their size does not add to the memory of the server', {
  timeout: 120_000,
}, async () => {
  const { upload, exported } = await measureFileMemory(160);
  expect(upload.addedMegabytes).toBeLessThan(80);
  expect(exported.addedMegabytes).toBeLessThan(80);
});
