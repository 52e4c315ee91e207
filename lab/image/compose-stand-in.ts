// Stands in for `docker compose` in the lines of the guide: the database's programs come from Debian, and those of the service run in a
// container.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { debianPrograms } from '@remembrance/server/testing/debian-cluster.ts';
import { wordsToRun } from './container-engine.ts';

interface Places {
  image: string;
  /** The folder that takes the place of the volume `data`. */
  data: string;
  databasePort: number;
  /** podman's options for the service. */
  options: readonly string[];
}

const quoted = (words: readonly string[]): string =>
  words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');

/** @returns the folder to put first into PATH */
export function makeComposeStandIn(home: string, { image, data, databasePort, options }: Places): string {
  const folder = path.join(home, 'programs');
  const run = quoted(['podman', ...wordsToRun(image, ['--interactive', ...options])]);
  mkdirSync(folder);
  writeFileSync(
    path.join(folder, 'docker'),
    `#!/bin/sh
set -eu
case "$*" in
  'compose exec -T database '*) shift 4; exec env PGHOST=127.0.0.1 PGPORT=${databasePort} "PATH=${debianPrograms}:$PATH" "$@" ;;
  'compose cp service:/data '*) exec cp -r ${quoted([data])} "$4" ;;
  'compose run --rm -T --no-deps service '*) shift 6; exec ${run} "$@" ;;
  'compose run --rm service '*) shift 4; exec ${run} "$@" ;;
  'compose up -d --wait database') ;;
  *) echo "the stand-in for docker does not know: $*" >&2; exit 1 ;;
esac
`,
    { mode: 0o755 },
  );
  return folder;
}
