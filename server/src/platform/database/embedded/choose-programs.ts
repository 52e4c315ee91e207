// Chooses the PostgreSQL programs that run the private server: this machine's, or those that npm installed. Only programs of
// the major version that created a cluster ever open it.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { StartRefused } from '../../lib/start-refused.ts';
import { bareEnvironment } from './cluster.ts';
import { embeddedMajor, findEmbeddedPrograms, type Programs } from './programs.ts';

/** Debian's packages install them here, in a folder for each version. */
const debianFolder = '/usr/lib/postgresql';
const newestFirst = [18, 17, 16, 15];
const oldestMajor = 15;
const anotherVersion =
  'npm run move brings the data to another version (docs/guide/database.md); a backup is restored with the version that created it.';

/**
 * @param wanted the value of POSTGRES_PROGRAMS: `embedded`, a folder, or undefined for the machine's
 * @throws {StartRefused} if the programs are missing, or of another version than the cluster in that home
 */
export function choosePrograms(home: string, wanted: string | undefined, installed = debianFolder): Programs {
  const cluster = path.join(home, 'cluster');
  const made = readMajorOf(cluster);
  if (wanted === undefined) return findPrograms(cluster, made, installed);
  const programs = wanted === 'embedded' ? findEmbeddedPrograms() : programsOf(wanted);
  if (made === undefined || made === programs.major) return programs;
  throw new StartRefused(
    `POSTGRES_PROGRAMS points to PostgreSQL ${programs.major}, but ${cluster} was created by ${made}; set it to the programs of ${made}, or remove it. ${anotherVersion}`,
  );
}

/** The machine's own come first, because its updates patch them. */
function findPrograms(cluster: string, made: number | undefined, installed: string): Programs {
  for (const major of made ? [made] : newestFirst) {
    const programs = readPrograms(path.join(installed, String(major), 'bin'));
    if (programs?.major === major) return programs;
  }
  if (made === undefined || made === embeddedMajor) return findEmbeddedPrograms();
  throw new StartRefused(
    `${cluster} was created by PostgreSQL ${made}, whose programs are no longer here; install them again, or set POSTGRES_PROGRAMS to their folder. ${anotherVersion}`,
  );
}

function programsOf(folder: string): Programs {
  const programs = readPrograms(folder);
  if (programs && programs.major >= oldestMajor) return programs;
  const found = programs ? `are of PostgreSQL ${programs.major}` : 'cannot be run';
  throw new StartRefused(
    `POSTGRES_PROGRAMS is ${folder}, where initdb and postgres ${found}; set it to the folder of PostgreSQL ${oldestMajor} or newer, such as ${debianFolder}/18/bin, or to embedded.`,
  );
}

/** @returns undefined if they are incomplete, for example if only the client is installed */
function readPrograms(folder: string): Programs | undefined {
  const [initdb, postgres] = [path.join(folder, 'initdb'), path.join(folder, 'postgres')];
  if (!existsSync(initdb) || !existsSync(postgres)) return undefined;
  const { stdout } = spawnSync(postgres, ['--version'], { cwd: '/', encoding: 'utf8', env: bareEnvironment });
  const major = Number(/^postgres \(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1]);
  return major ? { initdb, postgres, major } : undefined;
}

function readMajorOf(cluster: string): number | undefined {
  try {
    return Number(readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
