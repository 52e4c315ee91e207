// Installs what tests need besides npm packages, and announces it first. `npm test` only needs a browser.
import { existsSync, globSync, mkdirSync } from 'node:fs';
import { findChromium, headlessShell } from '../../e2e/support/chromium.ts';
import { run, tool } from '../processes.ts';

const hasDebian = existsSync('/usr/bin/apt-get');
const canInstall = (): boolean => process.getuid?.() === 0 && hasDebian;
const update = () => run(['apt-get', 'update', '--quiet=2'], { shown: true });

/** Installs Chromium unless there is one: root installs Debian's package, anyone else Playwright's. */
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
  await update();
  const words = ['install', '--yes', '--quiet=2', '--no-install-recommends', ...packages];
  const { ok } = await run(['apt-get', ...words], { shown: true, environment });
  return ok;
}

/** Unpacks packages whose installation would start a service. The machine's settings stay unchanged, and any user on Debian can do it. */
export async function unpackPackages(
  { names, folder }: { names: readonly string[]; folder: string },
  what: string,
): Promise<void> {
  if (!hasDebian) return;
  console.log(`Unpacking ${names.join(', ')} into ${folder} for ${what}; nothing is installed.`);
  mkdirSync(folder, { recursive: true });
  if (canInstall()) await update();
  await run(['apt-get', 'download', '--quiet=2', ...names], { shown: true, cwd: folder });
  for (const file of globSync('*.deb', { cwd: folder })) await run(['dpkg-deb', '-x', file, '.'], { cwd: folder });
}
