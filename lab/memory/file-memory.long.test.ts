// The short form of the memory measurement: file size must not add to the server's memory.
import { expect, test } from 'vitest';
import { measureFileMemory } from './file-memory.ts';

test('an upload and the export are streamed, so that their size does not add to the memory of the server', {
  timeout: 240_000,
}, async () => {
  const megabytes = 192;
  const { upload, exported } = await measureFileMemory(megabytes);
  expect(upload.addedMegabytes).toBeLessThan(megabytes / 2);
  expect(exported.addedMegabytes).toBeLessThan(megabytes / 2);
});
