// A browser and a service for programs that are not journeys: measurements, pictures and drawings.
import { chromium } from '@playwright/test';
import { findChromium } from './chromium.ts';
import { startService } from './service.ts';

/** @param flags of Chromium */
export async function openProduct(...flags: string[]) {
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', ...flags],
  });
  const service = await startService();
  const close = async () => {
    await service.stop();
    await browser.close();
  };
  return { browser, service, close };
}

export function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
