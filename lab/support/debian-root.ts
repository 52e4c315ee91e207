// The file system of a new Debian 13 with nothing but apt and certificates, made once from Debian's packages.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';

export const debianRootPackages = ['mmdebstrap'];
export const debianRoot = path.resolve(import.meta.dirname, '../../node_modules/.cache/debian/trixie.tar');

/** @throws an error that names the package to install */
export function makeDebianRoot(): void {
  if (existsSync(debianRoot)) return;
  if (!existsSync('/usr/bin/mmdebstrap')) throw new Error(`A new Debian needs the package ${debianRootPackages[0]}.`);
  mkdirSync(path.dirname(debianRoot), { recursive: true });
  const unfinished = `${debianRoot}.unfinished.tar`;
  const words = ['--variant=minbase', '--mode=root', '--include=ca-certificates', 'trixie', unfinished];
  execFileSync('mmdebstrap', words, { stdio: 'pipe' });
  renameSync(unfinished, debianRoot);
}
