// Finds the Chromium of Debian's packages. If there is none, Playwright uses its own.
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** Chromium without windows. It makes the journeys a quarter faster. */
export const headlessShell = 'chromium-headless-shell';
const names = [headlessShell, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** Its path; CHROMIUM_PATH overrides it. */
export const findChromium = (): string | undefined => process.env.CHROMIUM_PATH || findFirst(names);

function findFirst(names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
