// Keeps package-lock.json whole for every platform. npm leaves out optional packages that its registry does not offer
// for a platform other than this one, and `npm ci` then refuses the lock file everywhere. What is left out is pinned by
// the package that asks for it, so it can be written down from there.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './processes.ts';

interface Entry {
  version: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

const file = path.join(root, 'package-lock.json');
const platformName =
  /(android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32|windows)-(x64|arm64|arm|ia32|ppc64|riscv64|s390x)/;

const readLock = (): { packages: Record<string, Entry> } => JSON.parse(readFileSync(file, 'utf8'));

/** The optional packages that the lock file does not name, each with its entry. */
function absentPlatforms(packages: Record<string, Entry>): Record<string, Entry> {
  const absent: Record<string, Entry> = {};
  for (const [asking, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const [, os = '', cpu = ''] = platformName.exec(name) ?? [];
      const isNamed = `${asking}/node_modules/${name}` in packages || `node_modules/${name}` in packages;
      if (isNamed || !os || !/^\d/.test(version)) continue;
      const libc = os === 'linux' && { libc: [name.includes('musl') ? 'musl' : 'glibc'] };
      const platform = { os: [os === 'windows' ? 'win32' : os], cpu: [cpu], ...libc };
      absent[`node_modules/${name}`] = { version, optional: true, ...(dev && { dev }), ...platform };
    }
  }
  return absent;
}

export const namesOfAbsentPlatforms = (): string[] => Object.keys(absentPlatforms(readLock().packages));

export function completeLockFile(): void {
  const lock = readLock();
  const added = absentPlatforms(lock.packages);
  if (Object.keys(added).length === 0) return;
  const entries = Object.entries({ ...lock.packages, ...added }).sort(([a], [b]) => a.localeCompare(b, 'en'));
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(entries) }, null, 2)}\n`);
}
