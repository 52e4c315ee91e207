// Finishing a recording never loses it: if it cannot be rewritten, it stays as recorded.
import { expect, test, vi } from 'vitest';
import { prepareToFinish } from './finish-recording.ts';

const recording = (type: string, content = 'no container at all') => new File([content], 'recorded', { type });

test('a recording that needs no duration, or is too large to rewrite, stays unchanged', async () => {
  const finish = prepareToFinish();
  const film = recording('video/mp4');
  expect(await finish(film)).toBe(film);
  const large = Object.defineProperty(recording('video/webm'), 'size', { value: 256 * 1024 * 1024 + 1 });
  expect(await finish(large)).toBe(large);
});

test('a recording that cannot be read stays unchanged, and the reason is logged', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const broken = recording('audio/webm');
  expect(await prepareToFinish()(broken)).toBe(broken);
  expect(logged).toHaveBeenCalledWith('The length of the recording could not be written.', expect.any(Error));
  logged.mockRestore();
});
