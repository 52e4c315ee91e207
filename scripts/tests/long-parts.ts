// The parts of `npm run test:long`: what each proves, what it needs from the machine, and its commands. Together they take about three
// hours on two idle cores. Also which parts a change touches, by the folder that it is in.

/** What is installed or unpacked before the parts run. A part that needs more, such as root and a loop device, fails with a sentence. */
export type LongNeed =
  | 'chromium'
  | 'ceph'
  | 'postgres'
  | 'libfaketime'
  | 'openssl'
  | 'proxies'
  | 'promtool'
  | 'jq'
  | 'mail'
  | 'containers';

export interface LongPart {
  name: string;
  what: string;
  /** Approximate duration on two idle cores. */
  seconds: number;
  needs?: LongNeed[];
  /** Test files for Vitest, arguments for Playwright, or a project command. */
  commands: string[][];
}

/** Every test that `npm test` selects from, with those that it leaves out. */
const everything = ['--config', 'vitest.config.ts'];

const faults = (kind: string, ...words: string[]): string[] => ['npm', 'run', 'faults', '--', kind, ...words];
const few = (kind: string, count: number): string[] => faults(kind, '--count', String(count));

export const longParts: LongPart[] = [
  {
    name: 'unit',
    what: 'every unit, integration and screen test, with those of everyday files that npm test leaves out',
    seconds: 560,
    commands: [['vitest', ...everything]],
  },
  {
    name: 'journeys',
    what: 'every browser journey',
    seconds: 790,
    needs: ['chromium'],
    commands: [['playwright', '--config', 'e2e/playwright.config.ts']],
  },
  {
    name: 'screens',
    what: 'every screen in each of its states: no accessibility barrier, and a picture in light and dark',
    seconds: 600,
    needs: ['chromium'],
    commands: [
      ['playwright', '--config', 'e2e/playwright.config.ts', '--grep', 'JRN-22'],
      ['npm', 'run', 'pictures'],
    ],
  },
  {
    name: 'commands',
    what: 'a production checkout, which installs nothing twice, and the commands and starts in it',
    seconds: 120,
    commands: [
      [
        'vitest',
        'scripts/production-installation.long.test.ts',
        'server/src/operations/dev/seed-database.long.test.ts',
        'server/tests/refused-start.long.test.ts',
      ],
    ],
  },
  {
    name: 'kills',
    what: 'the embedded database: starts, stops, crashes and takeovers',
    seconds: 60,
    commands: [['vitest', 'server/src/platform/database/embedded-postgres.long.test.ts']],
  },
  {
    name: 'faults',
    what: 'kills, power cuts, lost connections, a full disk, bad mail and a wrong clock under load',
    seconds: 1020,
    needs: ['postgres', 'libfaketime'],
    commands: [
      few('kills', 12),
      few('power-cuts', 8),
      few('database', 8),
      few('disk', 4),
      few('mail', 11),
      few('clock', 4),
      few('server', 6),
      few('mixed', 20),
      ['vitest', 'lab/faults/faults.long.test.ts'],
    ],
  },
  {
    name: 'fault-controls',
    what: 'each fault planted in the server is found by the run that must find it',
    seconds: 3600,
    needs: ['ceph', 'postgres', 'libfaketime'],
    commands: [faults('controls')],
  },
  {
    name: 'webhooks',
    what: 'payment events lost, repeated and reordered',
    seconds: 640,
    commands: [faults('webhooks', '--count', '300')],
  },
  {
    name: 'batch',
    what: 'kills among thousands of releases by date',
    seconds: 180,
    commands: [faults('batch', '--vaults', '4000', '--count', '10')],
  },
  {
    name: 'attacks',
    what: 'guesses, early reads and races with releases by date against a running server',
    seconds: 300,
    commands: [['npm', 'run', 'attacks', '--', '--size', '4']],
  },
  {
    name: 'attack-controls',
    what: 'each planted vulnerability is found by its attack',
    seconds: 70,
    commands: [['npm', 'run', 'attacks', '--', 'controls']],
  },
  {
    name: 'races',
    what: 'races and limits with fifty to a hundred concurrent calls',
    seconds: 150,
    commands: [
      [
        'vitest',
        'server/tests/races.long.test.ts',
        'server/src/payments/settlement/places-under-load.long.test.ts',
        'server/src/vaults/limits-under-load.long.test.ts',
      ],
    ],
  },
  {
    name: 'release-races',
    what: 'two thousand races of releases: executors, stops, undos, dates, corrections, check-ins, edits, deletions, codes and payments at once',
    seconds: 900,
    commands: [faults('releases', '--count', '2000', '--seed', '61000')],
  },
  {
    name: 'fuzz',
    what: 'twenty thousand hostile requests',
    seconds: 150,
    commands: [['vitest', 'server/tests/fuzz.long.test.ts']],
  },
  {
    name: 'database-kills',
    what: 'kill -9 of each process of the embedded database, at each moment of a first start and under load',
    seconds: 60,
    commands: [['vitest', 'server/src/platform/database/embedded-postgres-kills.long.test.ts']],
  },
  {
    name: 'move',
    what: 'a database moved to a PostgreSQL server and back, with moves killed midway',
    seconds: 120,
    needs: ['postgres'],
    commands: [['vitest', 'server/src/commands/move.long.test.ts']],
  },
  {
    name: 'buckets',
    what: 'files in a bucket of a real S3 server: the storage, the product, the recipes, and faults',
    seconds: 240,
    needs: ['ceph'],
    commands: [
      [
        'vitest',
        'server/src/files/storage/object-storage.long.test.ts',
        'server/src/files/stored/files-in-a-bucket.long.test.ts',
        'server/tests/bucket-recipes.long.test.ts',
      ],
      few('bucket', 8),
    ],
  },
  {
    name: 'two-machines',
    what: 'two machines that share a database and a bucket: one is killed, stopped, cut off or has a wrong clock; the database goes back',
    seconds: 720,
    needs: ['ceph', 'postgres', 'libfaketime'],
    commands: [
      ['vitest', 'lab/faults/two-machines.long.test.ts'],
      few('pair', 6),
      few('second-clock', 3),
      few('went-back', 2),
    ],
  },
  {
    name: 'operators',
    what: 'wrong starts and wrong commands as processes, the doctor, the backup of a server, the alerts, and the API by curl',
    seconds: 150,
    needs: ['openssl', 'postgres', 'promtool', 'jq'],
    commands: [
      [
        'vitest',
        'server/tests/wrong-starts.long.test.ts',
        'server/tests/wrong-commands.long.test.ts',
        'server/tests/server-backup.long.test.ts',
        'server/tests/alerts.long.test.ts',
        'server/tests/api-guide.long.test.ts',
      ],
    ],
  },
  {
    name: 'system-postgres',
    what: "a data directory run by the machine's own PostgreSQL: text, a complete journey, backup and restore",
    seconds: 60,
    needs: ['postgres'],
    commands: [['vitest', 'server/tests/system-postgres.long.test.ts']],
  },
  {
    name: 'exim',
    what: "emails through Debian's Exim, which defers, refuses, bounces an hour later, is down for 30 days and loses answers; its bounces read by IMAP",
    seconds: 60,
    needs: ['mail'],
    commands: [['vitest', 'server/tests/exim.long.test.ts']],
  },
  {
    name: 'point-in-time',
    what: 'a PostgreSQL server recovered to a given moment from a base backup and its archive',
    seconds: 60,
    needs: ['postgres'],
    commands: [['vitest', 'server/tests/point-in-time.long.test.ts']],
  },
  {
    name: 'proxy',
    what: 'a complete journey through nginx and Caddy with the examples in deploy/, and a search of their logs',
    seconds: 60,
    needs: ['openssl', 'proxies'],
    commands: [['vitest', 'lab/proxies/nginx.long.test.ts', 'lab/proxies/proxies.long.test.ts']],
  },
  {
    name: 'image',
    what: 'the image, built from Debian, and the services of compose.yaml: a complete journey through TLS, and a restored backup',
    seconds: 300,
    needs: ['containers', 'openssl', 'postgres', 'proxies'],
    // It prints the size of the image, which Vitest would hold back.
    commands: [['vitest', 'lab/image/image.long.test.ts', '--disableConsoleIntercept']],
  },
  {
    name: 'upgrade',
    what: 'from the previous release to this version while both serve one database, and back again, which is refused',
    seconds: 150,
    needs: ['postgres'],
    commands: [['vitest', 'lab/upgrade/upgrade.long.test.ts', '--disableConsoleIntercept']],
  },
  {
    name: 'guide',
    what: "the operator's guide, followed as it is written on a new Debian: install, database, mail, backup, restore",
    seconds: 300,
    needs: ['containers'],
    commands: [['vitest', 'lab/guide/guide.long.test.ts']],
  },
  {
    name: 'restore',
    what: 'the restore drill: 200 vaults in every state, with every wrong journal, key, secret and folder; a database that goes back',
    seconds: 270,
    commands: [
      // They print a line for each case, which Vitest would hold back.
      [
        'vitest',
        'server/tests/restore-drill.long.test.ts',
        'server/tests/database-went-back.long.test.ts',
        '--disableConsoleIntercept',
      ],
      ['vitest', 'server/tests/interrupted-restore.long.test.ts', 'server/tests/lost-secret.long.test.ts'],
    ],
  },
  {
    name: 'memory',
    what: 'the memory of a large upload and of a large export',
    seconds: 40,
    commands: [['vitest', 'lab/memory/file-memory.long.test.ts']],
  },
  {
    name: 'translated',
    what: 'every journey in browsers that translate each page',
    seconds: 900,
    needs: ['chromium'],
    commands: [['playwright', '--config', 'e2e/translated.config.ts']],
  },
  {
    name: 'oldest-browser',
    what: 'every journey in the oldest browser we support',
    seconds: 900,
    needs: ['chromium'],
    commands: [['playwright', '--config', 'e2e/oldest.config.ts']],
  },
];

/** The parts that test what is in a folder. A file belongs to every folder whose path it starts with. */
export const partsOfFolders: Record<string, string[]> = {
  'contract/': ['unit', 'fuzz', 'attacks'],
  'sandbox/': ['unit', 'webhooks'],
  'server/migrations/': ['unit', 'move', 'restore', 'upgrade'],
  'server/src/': ['unit'],
  'server/src/platform/': ['faults', 'kills', 'database-kills', 'system-postgres'],
  'server/src/keys/': ['restore', 'operators'],
  'server/src/records/': ['faults', 'restore', 'two-machines', 'point-in-time'],
  'server/src/letters/': ['faults', 'batch', 'two-machines', 'screens'],
  'server/src/letters/bounces/': ['exim'],
  'server/src/letters/mailers/': ['exim'],
  'server/src/http/': ['fuzz', 'proxy', 'attacks'],
  'server/src/people/': ['attacks', 'races'],
  'server/src/plans/': ['races', 'webhooks'],
  'server/src/files/': ['attacks', 'races', 'batch', 'buckets', 'memory'],
  'server/src/vaults/': ['attacks', 'races', 'release-races', 'batch'],
  'server/src/payments/': ['races', 'webhooks'],
  'server/src/account/': ['attacks', 'memory'],
  'server/src/operations/': ['restore', 'two-machines'],
  'server/src/settings/': ['operators', 'commands'],
  'server/src/start/': ['operators', 'commands'],
  'server/src/commands/': ['operators', 'commands', 'restore', 'move'],
  'server/testing/': ['unit', 'release-races', 'restore'],
  'server/tests/': ['unit', 'restore', 'operators'],
  'web/': ['unit', 'journeys', 'screens', 'translated', 'oldest-browser'],
  'e2e/': ['journeys', 'screens', 'translated', 'oldest-browser'],
  'lab/attacks/': ['attacks', 'attack-controls'],
  'lab/faults/': ['faults', 'fault-controls', 'batch', 'two-machines'],
  'lab/guide/': ['guide'],
  'lab/image/': ['image'],
  'lab/memory/': ['memory'],
  'lab/upgrade/': ['upgrade'],
  'lab/proxies/': ['proxy'],
  'lab/support/': ['faults', 'attacks'],
  'lab/webhooks/': ['webhooks'],
  'deploy/': ['proxy', 'operators', 'image', 'guide'],
  'docs/guide/': ['guide'],
  Dockerfile: ['image'],
  'compose.yaml': ['image'],
  'scripts/': ['unit', 'commands'],
  'package-lock.json': ['unit', 'commands'],
};

/** The parts that a change of these files touches, in the order of the table. */
export function partsTouchedBy(files: readonly string[]): LongPart[] {
  const folders = Object.keys(partsOfFolders).filter((folder) => files.some((file) => file.startsWith(folder)));
  const names = new Set(folders.flatMap((folder) => partsOfFolders[folder] ?? []));
  return longParts.filter(({ name }) => names.has(name));
}
