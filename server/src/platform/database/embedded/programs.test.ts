// The installed programs run even where npm did not run the package's install script.
import { mkdirSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeTestFolder } from '../../../../testing/test-folder.ts';
import { findEmbeddedPrograms } from './programs.ts';

test('a package whose install script did not run gets its links and execute permissions', () => {
  const folder = makeTestFolder();
  try {
    for (const name of ['bin', 'lib']) mkdirSync(path.join(folder, 'native', name), { recursive: true });
    const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
    writeFileSync(path.join(folder, 'native/pg-symlinks.json'), JSON.stringify(links));
    for (const name of ['initdb', 'postgres'])
      writeFileSync(path.join(folder, 'native/bin', name), '', { mode: 0o600 });
    writeFileSync(path.join(folder, 'native/lib/libpq.so.5.18'), 'a library');
    const { initdb, postgres } = findEmbeddedPrograms(folder);
    for (const program of [initdb, postgres]) expect(statSync(program).mode & 0o777).toBe(0o755);
    expect(readlinkSync(path.join(folder, 'native/lib/libpq.so.5'))).toBe('libpq.so.5.18');
    expect(findEmbeddedPrograms(folder).postgres).toBe(path.join(folder, 'native/bin/postgres'));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
