// How far a recording has come, as the page shows it and as the browser has encoded it.
import { expect, type Page } from '@playwright/test';

declare global {
  interface Window {
    /** Of the recording that started last. */
    recordedBytes?: number;
  }
}

/** Counts what is recorded, in a page or all pages of a context, from the next document on. */
export const countRecording = (pages: Pick<Page, 'addInitScript'>) =>
  pages.addInitScript(() => {
    const { start } = MediaRecorder.prototype;
    MediaRecorder.prototype.start = function (milliseconds) {
      window.recordedBytes = 0;
      this.addEventListener('dataavailable', ({ data }) => {
        window.recordedBytes = (window.recordedBytes ?? 0) + data.size;
      });
      start.call(this, milliseconds);
    };
  });

/**
 * The recorder has run for so long, and something is recorded: on a slow machine the clock is faster than the first frame. Each
 * second is shown for a second only, so a later one counts too.
 */
export async function expectRecorded(page: Page, seconds: number): Promise<void> {
  const shown = async () => {
    const [minutes, rest] = ((await page.getByRole('timer').textContent()) ?? '').split(':').map(Number);
    return (minutes ?? Number.NaN) * 60 + (rest ?? Number.NaN);
  };
  await expect.poll(shown).toBeGreaterThanOrEqual(seconds);
  await expect.poll(() => page.evaluate(() => window.recordedBytes)).toBeGreaterThan(0);
}
