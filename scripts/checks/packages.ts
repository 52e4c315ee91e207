// What package-lock.json must contain: every platform, a digest and an allowed licence for every package, and no version with a known
// vulnerability.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../processes.ts';

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
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
type Entries = Record<string, Entry>;

const lockFile = path.join(root, 'package-lock.json');
const readJson = <Content>(file: string): Content => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
const readLock = () => readJson<{ packages: Entries }>('package-lock.json');
const nameOf = (place: string): string => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** One sentence for each package that the lock file describes incorrectly. */
export function findPackageFaults(): string[] {
  const { packages } = readLock();
  return [
    ...Object.keys(absentPlatforms(packages)).map((name) => `package-lock.json lacks ${name}: run npm run generate.`),
    ...absentPackages(packages).map(
      (line) => `package-lock.json lacks ${line}, so npm ci refuses it: use another version.`,
    ),
    ...placesWithoutIntegrity(packages).map((name) => `${name} has no integrity: install it again with npm.`),
    ...deniedVersions(packages).map((line) => `${line} has a known vulnerability: update it.`),
    ...forbiddenLicences().map((line) => `${line}: this licence is not in scripts/checks/allowed-licences.json.`),
  ];
}

/**
 * Adds optional packages for other platforms. npm leaves out those that its registry does not offer, and `npm ci` then refuses the lock
 * file everywhere. The package that depends on them pins their version.
 */
export function completeLockFile(): void {
  const lock = readLock();
  const added = absentPlatforms(lock.packages);
  if (Object.keys(added).length === 0) return;
  const entries = Object.entries({ ...lock.packages, ...added }).sort(([a], [b]) => a.localeCompare(b, 'en'));
  writeFileSync(lockFile, `${JSON.stringify({ ...lock, packages: Object.fromEntries(entries) }, null, 2)}\n`);
}

const platformName =
  /(android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32|windows)-(x64|arm64|arm|ia32|ppc64|riscv64|s390x)/;

/** The optional packages that the lock file lacks, each with its entry. */
function absentPlatforms(packages: Entries): Entries {
  const absent: Entries = {};
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

/**
 * Packages that others depend on and the lock file lacks, because the registry had none when it was written. `npm ci` refuses such a file,
 * except for what runs on WebAssembly, which npm itself leaves out.
 */
export function absentPackages(packages: Record<string, Partial<Entry>>): string[] {
  return Object.entries(packages).flatMap(([asking, { dependencies, optionalDependencies, link }]) => {
    const names = link ? [] : Object.keys({ ...dependencies, ...optionalDependencies });
    return names
      .filter((name) => !name.includes('wasm32') && !isFound(name, asking, packages))
      .map((name) => `${name}, for ${nameOf(asking)}`);
  });
}

/** As Node looks for it: beside the package that asks, then in every folder above. */
function isFound(name: string, asking: string, packages: object): boolean {
  const folders = asking.split('/');
  return (
    folders.some((_, depth) => [...folders.slice(0, depth + 1), 'node_modules', name].join('/') in packages) ||
    `node_modules/${name}` in packages
  );
}

/**
 * The registry may lack tools for other platforms, so npm has no digest for them. Everything else must have one, including the server's
 * own packages, and Node itself, for every platform.
 */
function placesWithoutIntegrity(packages: Entries): string[] {
  const ours = [packages.server, packages['']].flatMap((workspace) =>
    Object.keys(workspace?.optionalDependencies ?? {}),
  );
  return Object.entries(packages).flatMap(([place, { integrity, link, optional, os }]) => {
    const isInstalled = place.includes('node_modules/') && !link;
    const isToolOfPlatform = optional && os && !ours.includes(nameOf(place));
    return isInstalled && !integrity && !isToolOfPlatform ? [place] : [];
  });
}

/**
 * Packages below the minimum version of denied-versions.json, which have a known vulnerability. A name there that ends with a slash matches
 * all packages with that prefix, such as one per platform. A pre-release, such as 9.0.0-beta.1, counts as its release.
 */
export function deniedVersions(packages: Record<string, Pick<Entry, 'version'>>): string[] {
  const floors = readJson<Record<string, string>>('scripts/checks/denied-versions.json');
  return Object.entries(packages).flatMap(([place, { version }]) => {
    const name = nameOf(place);
    const floor = floors[name] ?? floors[name.slice(0, name.indexOf('/') + 1)];
    const isBelow = floor && version.localeCompare(floor, 'en', { numeric: true }) < 0;
    return isBelow ? [`${name} ${version} (below ${floor})`] : [];
  });
}

export function forbiddenLicences(): string[] {
  const allowed = new Set(readJson<string[]>('scripts/checks/allowed-licences.json'));
  return listLicences()
    .filter(({ licence }) => !isAllowed(licence, allowed))
    .map(({ name, version, licence }) => `${name} ${version} (${licence})`);
}

/** For an SPDX expression: OR needs one allowed licence, AND needs all. Nested expressions are read strictly. */
export const isAllowed = (expression: string, allowed: ReadonlySet<string>): boolean =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' AND ')
    .every((part) => part.split(' OR ').some((licence) => allowed.has(licence)));

/** Every package with its licence. */
export function listLicences(): { name: string; version: string; licence: string; isDevelopment: boolean }[] {
  const entries = Object.entries(readLock().packages).filter(
    ([place, { link }]) => place.includes('node_modules/') && !link,
  );
  return entries.flatMap(([place, { version, license, dev, os }]) => {
    const isInstalled = existsSync(path.join(root, place, 'package.json'));
    const licence = license ?? (isInstalled && readJson<Entry>(path.join(place, 'package.json')).license);
    // If this registry lacks a package for another platform, it has the licence of the package that depends on it.
    if (!licence && os && !isInstalled) return [];
    return [{ name: nameOf(place), version, licence: licence || 'none named', isDevelopment: dev === true }];
  });
}
