// A recording's progress, as the page shows it and as the browser has encoded it.
import { expect, type Page } from '@playwright/test';

declare global {
  interface Window {
    /** Bytes of the most recently started recording. */
    recordedBytes?: number;
  }
}

/** Counts recorded bytes, in a page or all pages of a context, from the next document on. */
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
 * Waits until the recorder has run this long and recorded something: on a slow machine the clock is faster than the first frame. Each
 * second is shown for only one second, so a later one counts too.
 */
export async function expectRecorded(page: Page, seconds: number): Promise<void> {
  const shown = async () => {
    const [minutes, rest] = ((await page.getByRole('timer').textContent()) ?? '').split(':').map(Number);
    return (minutes ?? Number.NaN) * 60 + (rest ?? Number.NaN);
  };
  await expect.poll(shown).toBeGreaterThanOrEqual(seconds);
  await expect.poll(() => page.evaluate(() => window.recordedBytes)).toBeGreaterThan(0);
}
