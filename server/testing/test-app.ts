// The real application for tests: every route and operation on a separate database, with a test clock. Nothing is faked:
// letters stay in the ledger until a test sends them.
import { rmSync } from 'node:fs';
import type { LetterKind } from '@remembrance/contract/letters.ts';
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { createApp } from '../src/app.ts';
import { SecretMissing } from '../src/keys/secret/keyring.ts';
import { type LetterFacts, openLetter } from '../src/letters/ledger/open-letter.ts';
import { CodeReplaced } from '../src/letters/ledger/read-executor-code.ts';
import { sendDueLetters } from '../src/letters/sending/send-due-letters.ts';
import type { FactsOf, LetterContent } from '../src/letters/templates/letter-content.ts';
import { seedPlans } from '../src/plans/plan-store.ts';
import type { OpenDatabase } from '../src/platform/database/open-database.ts';
import { letters } from '../src/platform/database/schema.ts';
import { createServices, type Services } from '../src/services.ts';
import { readConfig } from '../src/settings/config.ts';
import { type Caller, createCaller } from './caller.ts';
import { addressOf } from './database-address.ts';
import { createTestClock, type TestClock } from './test-clock.ts';
import { openTestDatabase } from './test-database.ts';
import { makeTestFolder } from './test-folder.ts';

export interface TestApp {
  app: FastifyInstance;
  services: Services;
  database: Services['database'];
  /** Connects as the owner of the tables, for changes that the service's role may not make. */
  ownerConnection: OpenDatabase['ownerConnection'];
  clock: TestClock;
  dataDirectory: string;
  /** All log lines. By default only faults are logged; set LOG_LEVEL for more. */
  logLines: string[];
  /** A browser without a session; each caller has its own cookies. */
  caller(network?: string): Caller;
  /** The unsent letters to an address, oldest first. */
  lettersTo(email: string): Promise<LetterContent[]>;
  /** The facts of the last letter of a kind to an address. */
  lastLetter<Kind extends LetterKind>(kind: Kind, email: string): Promise<FactsOf<Kind>>;
  /** Sends due letters into the folder of letters, and returns how many. */
  sendLetters(): Promise<number>;
  close(): Promise<void>;
}

/** @param environment settings that differ from the test's own, by their names in config.ts */
export async function openTestApp(environment: Record<string, string> = {}): Promise<TestApp> {
  const opened = await openTestDatabase({ poolSize: 1 });
  const dataDirectory = makeTestFolder();
  const app = await openAppIn(dataDirectory, { DATABASE_URL: addressOf(opened.connection), ...environment });
  return {
    ...app,
    ownerConnection: opened.ownerConnection,
    async close() {
      await app.close();
      await opened.close();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** The same in a persistent data directory, with the embedded database in it unless another is given. */
export async function openAppIn(dataDirectory: string, environment: Record<string, string> = {}): Promise<TestApp> {
  const config = readConfig({
    DATA_DIR: dataDirectory,
    POSTGRES_PROGRAMS: 'embedded',
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
    PASSWORD_HASH_COST: '4',
    RATE_LIMIT_FACTOR: '1000',
    DISK_RESERVE_BYTES: '0',
    ...environment,
  });
  const clock = createTestClock();
  const logLines: string[] = [];
  const log = pino({ level: config.logLevel }, { write: (line) => recordLine(logLines, line) });
  const services = await createServices(config, log, clock);
  await seedPlans(services.database);
  const app = await createApp({ ...services, pause: async () => {} } as Services, { web: false });
  await app.ready();

  const { database } = services;
  const lettersTo = async (email: string) => {
    // Two letters may have the same time, so they are ordered by their writing transactions.
    const inOrder = asc(sql`${letters}.xmin::text::bigint`);
    const unsent = and(eq(letters.recipient, email), isNotNull(letters.facts));
    const rows = await database.select().from(letters).where(unsent).orderBy(inOrder);
    return Promise.all(rows.map(({ facts }) => contentOf(services, facts)));
  };
  return {
    app,
    services,
    database,
    ownerConnection: undefined,
    clock,
    dataDirectory,
    logLines,
    lettersTo,
    caller: (network) => createCaller({ app, origin: config.publicUrl, ...(network ? { network } : {}) }),
    async lastLetter(kind, email) {
      const letter = (await lettersTo(email)).findLast((content) => content.kind === kind);
      if (!letter) throw new Error(`${email} has no letter of the kind ${kind}`);
      return letter.facts as FactsOf<typeof kind>;
    },
    sendLetters: () => sendDueLetters(services.letterSending),
    async close() {
      await app.close();
      await services.sandbox?.stop();
      await services.closeDatabase();
    },
  };
}

/** The content as it would be sent now. A letter whose code no longer works would not be sent: it is returned without the code. */
const contentOf = async (services: Services, facts: unknown): Promise<LetterContent> => {
  try {
    return (await openLetter(services, facts)).content;
  } catch (error) {
    if (!(error instanceof CodeReplaced || error instanceof SecretMissing)) throw error;
    const { kind, facts: known } = (facts as LetterFacts).content;
    return { kind, facts: { ...known, code: '', confirmLink: '' } } as LetterContent;
  }
};

// Faults are also printed, because they explain a failing test.
function recordLine(logLines: string[], line: string): void {
  logLines.push(line);
  if (JSON.parse(line).level >= 50) console.error(line.trimEnd());
}
