// Installs what tests need besides npm packages, and announces it first. `npm test` only needs a browser. What the installers print
// is in test-results/installation.log, and shown if they fail.
import { appendFileSync, existsSync, globSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { findChromium, headlessShell } from '../../e2e/support/chromium.ts';
import { type Outcome, root, run, tool } from '../processes.ts';

const hasDebian = existsSync('/usr/bin/apt-get');
const canInstall = (): boolean => process.getuid?.() === 0 && hasDebian;
const update = () => install(['apt-get', 'update', '--quiet=2']);

async function install(command: string[], options: Parameters<typeof run>[1] = {}): Promise<Outcome> {
  const outcome = await run(command, options);
  const results = path.join(root, 'test-results');
  mkdirSync(results, { recursive: true });
  appendFileSync(path.join(results, 'installation.log'), `$ ${command.join(' ')}\n${outcome.output}`);
  if (!outcome.ok) console.log(`FAILED ${command.join(' ')}\n${outcome.output.trim()}`);
  return outcome;
}

/** Installs Chromium unless there is one: root installs Debian's package, anyone else Playwright's. */
export async function ensureChromium(): Promise<void> {
  if (findChromium()) return;
  if (canInstall()) await installPackages([headlessShell], 'the journeys');
  if (findChromium()) return;
  console.log("Installing Playwright's Chromium for the journeys.");
  await install([...tool('playwright'), 'install', 'chromium']);
}

/** @returns whether they are installed. Only root can do so, on Debian. */
export async function installPackages(packages: readonly string[], what: string): Promise<boolean> {
  if (!canInstall()) return false;
  console.log(`Installing ${packages.join(', ')} for ${what}.`);
  const environment = { DEBIAN_FRONTEND: 'noninteractive' };
  await update();
  const words = ['install', '--yes', '--quiet=2', '--no-install-recommends', ...packages];
  const { ok } = await install(['apt-get', ...words], { environment });
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
  await install(['apt-get', 'download', '--quiet=2', ...names], { cwd: folder });
  for (const file of globSync('*.deb', { cwd: folder })) await run(['dpkg-deb', '-x', file, '.'], { cwd: folder });
}
