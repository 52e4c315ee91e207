// Keeps package-lock.json complete for every platform. npm leaves out optional packages for other platforms that its registry does not
// offer, and `npm ci` then refuses the lock file everywhere. The package that depends on them pins their version, so we can add the
// entries from there.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './processes.ts';

interface Entry {
  version: string;
  integrity?: string;
  license?: string;
  link?: boolean;
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

export const readLock = (): { packages: Record<string, Entry> } => JSON.parse(readFileSync(file, 'utf8'));

/** The optional packages that the lock file lacks, each with its entry. */
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

/**
 * Packages without an integrity digest. The registry may lack tools for other platforms, so npm has no digest for them. Everything
 * else must have one, including the server's own packages, and Node itself, for every platform.
 */
export function namesWithoutIntegrity(): string[] {
  const { packages } = readLock();
  const ours = [packages.server, packages['']].flatMap((workspace) =>
    Object.keys(workspace?.optionalDependencies ?? {}),
  );
  const mustHave = ours.map((name) => `node_modules/${name}`);
  return Object.entries(packages).flatMap(([name, { integrity, link, optional, os }]) => {
    const isInstalled = name.includes('node_modules/') && !link;
    const isToolOfPlatform = optional && os && !mustHave.includes(name);
    return isInstalled && !integrity && !isToolOfPlatform ? [name] : [];
  });
}

/** Packages below the minimum version of scripts/denied-versions.json, which have a known vulnerability. */
export const deniedVersions = (): string[] => deniedVersionsIn(readLock().packages);

/** A name that ends with a slash matches all packages with that prefix, such as one per platform. */
export function deniedVersionsIn(packages: Record<string, Pick<Entry, 'version'>>): string[] {
  const floors: Record<string, string> = JSON.parse(
    readFileSync(path.join(root, 'scripts/denied-versions.json'), 'utf8'),
  );
  return Object.entries(packages).flatMap(([place, { version }]) => {
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const floor = floors[name] ?? floors[name.slice(0, name.indexOf('/') + 1)];
    return floor && isBelow(version, floor) ? [`${name} ${version} (below ${floor})`] : [];
  });
}

/** A pre-release, such as 9.0.0-beta.1, counts as its release. */
function isBelow(version: string, floor: string): boolean {
  const [one = [], other = []] = [version, floor].map((text) => text.split(/[.-]/).slice(0, 3).map(Number));
  const difference = one.map((part, position) => part - (other[position] ?? 0)).find((part) => part !== 0);
  return (difference ?? 0) < 0;
}

export function completeLockFile(): void {
  const lock = readLock();
  const added = absentPlatforms(lock.packages);
  if (Object.keys(added).length === 0) return;
  const entries = Object.entries({ ...lock.packages, ...added }).sort(([a], [b]) => a.localeCompare(b, 'en'));
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(entries) }, null, 2)}\n`);
}
