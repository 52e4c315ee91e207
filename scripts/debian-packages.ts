// Installs what tests need besides npm packages, and says so first. `npm test` asks for a browser only.
import { existsSync } from 'node:fs';
import { findChromium, headlessShell } from '../e2e/support/chromium.ts';
import { run, tool } from './processes.ts';

const canInstall = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** As root Debian's package, otherwise Playwright's; nothing if there is a Chromium. */
export async function ensureChromium(): Promise<void> {
  if (findChromium()) return;
  if (canInstall()) await installPackages([headlessShell], 'the journeys');
  if (findChromium()) return;
  console.log("Installing Playwright's Chromium for the journeys.");
  await run([...tool('playwright'), 'install', 'chromium'], { shown: true });
}

/** @returns whether they are installed. Only root can do so, on Debian. */
export async function installPackages(packages: readonly string[], what: string): Promise<boolean> {
  if (!canInstall()) return false;
  console.log(`Installing ${packages.join(', ')} for ${what}.`);
  const environment = { DEBIAN_FRONTEND: 'noninteractive' };
  await run(['apt-get', 'update', '--quiet=2'], { shown: true });
  const words = ['install', '--yes', '--quiet=2', '--no-install-recommends', ...packages];
  const { ok } = await run(['apt-get', ...words], { shown: true, environment });
  return ok;
}
