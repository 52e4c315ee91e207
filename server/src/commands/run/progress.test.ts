// The progress of a slow command, on a terminal and elsewhere.
import { expect, test } from 'vitest';
import { createProgress } from './progress.ts';

function watch(isTTY: boolean) {
  let now = 0;
  let written = '';
  const output = {
    isTTY,
    write: (text: string) => {
      written += text;
    },
  };
  const progress = createProgress(output, () => now);
  /** The output when the clock shows that second. */
  const at = (seconds: number) => {
    now = seconds * 1000;
    written = '';
    progress.show();
    return written;
  };
  return { progress, at, rest: () => written };
}

test('no progress is shown for two seconds, then what is left; without a terminal one line every ten seconds', () => {
  const { progress, at } = watch(false);
  expect(at(1.9)).toBe('');
  expect(at(2)).toBe('working, 2 s so far\n');
  progress.report('files read back', 0, 400);
  expect(at(3)).toBe('');
  progress.report('files read back', 100, 400);
  expect(at(12)).toBe('files read back: 100 of 400, about 30 s left\n');
  progress.report('files read back', 101, 40_000);
  expect(at(30)).toBe('files read back: 101 of 40000, about 184 min left\n');
  progress.end();
});

test('a terminal shows a bar on one line, which is removed at the end', () => {
  const { progress, at, rest } = watch(true);
  progress.report('MB of the database copied', 30, 120);
  expect(at(4)).toBe('\r\u001b[K[#####...............] MB of the database copied: 30 of 120, about 12 s left');
  expect(at(4.5)).not.toBe('');
  at(1);
  progress.end();
  expect(rest()).toBe('\r\u001b[K');
  const short = watch(true);
  short.progress.end();
  expect(short.rest()).toBe('');
});
