// `npm run licences`: every package with its licence, production packages first. A licence that scripts/allowed-licences.json does not
// name fails the check.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readLock } from './lock-file.ts';
import { root } from './processes.ts';

interface Licensed {
  name: string;
  version: string;
  licence: string;
  isDevelopment: boolean;
}

export function forbiddenLicences(): string[] {
  const allowed: string[] = JSON.parse(readFileSync(path.join(root, 'scripts/allowed-licences.json'), 'utf8'));
  return everyPackage()
    .filter(({ licence }) => !isAllowed(licence, new Set(allowed)))
    .map(({ name, version, licence }) => `${name} ${version} (${licence})`);
}

/** For an SPDX expression: OR needs one allowed licence, AND needs all. Nested expressions are read strictly. */
export const isAllowed = (expression: string, allowed: ReadonlySet<string>): boolean =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' AND ')
    .every((part) => part.split(' OR ').some((licence) => allowed.has(licence)));

function everyPackage(): Licensed[] {
  const entries = Object.entries(readLock().packages).filter(
    ([key, { link }]) => key.includes('node_modules/') && !link,
  );
  return entries.flatMap(([key, { version, license, dev, os }]) => {
    const licence = license ?? licenceOfInstalled(key);
    // If this registry lacks a package for another platform, it has the licence of the package that depends on it.
    if (!licence && os && !existsSync(path.join(root, key))) return [];
    const name = key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return [{ name, version, licence: licence ?? 'none named', isDevelopment: dev === true }];
  });
}

function licenceOfInstalled(key: string): string | undefined {
  const file = path.join(root, key, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).license : undefined;
}

function licenceList(): string {
  const lines = (isDevelopment: boolean): string[] =>
    everyPackage()
      .filter((one) => one.isDevelopment === isDevelopment)
      .map(({ name, version, licence }) => `${name} ${version}: ${licence}`);
  return [
    'Installed to build and run the service:',
    ...new Set(lines(false).sort()),
    '',
    'For tests, checks and drawings alone; the letters in web/src/ui/fonts are cut from the @fontsource-variable families:',
    ...new Set(lines(true).sort()),
  ].join('\n');
}

if (import.meta.main) {
  console.log(licenceList());
  const forbidden = forbiddenLicences();
  for (const line of forbidden) console.error(`${line}: this licence is not in scripts/allowed-licences.json.`);
  process.exitCode = forbidden.length > 0 ? 1 : 0;
}
