// The real application for tests: every route and operation on a database of its own, with a clock that is moved by hand.
// Nothing is faked: letters wait sealed in the ledger, as they do while a mail server is away, until a test sends them.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { LetterKind } from '@remembrance/contract/letters.ts';
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { createApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import type { OpenDatabase } from '../src/database/open-database.ts';
import { letters } from '../src/database/schema.ts';
import { openLetter } from '../src/letters/sealed-letter.ts';
import { sendDueLetters } from '../src/letters/send-due-letters.ts';
import type { FactsOf, LetterContent } from '../src/letters/templates/letter-content.ts';
import { seedPlans } from '../src/plans/seed-plans.ts';
import { createServices, type Services } from '../src/services.ts';
import { type Caller, createCaller } from './caller.ts';
import { addressOf } from './database-address.ts';
import { createTestClock, type TestClock } from './test-clock.ts';
import { openTestDatabase } from './test-database.ts';

export interface TestApp {
  app: FastifyInstance;
  services: Services;
  database: Services['database'];
  /** The role that owns the tables, for what the service itself may not do. */
  ownerConnection: OpenDatabase['ownerConnection'];
  clock: TestClock;
  /** Everything that was logged; a test that wants more than faults sets LOG_LEVEL. */
  logLines: string[];
  /** Somebody without a session; each caller keeps cookies of their own. */
  caller(network?: string): Caller;
  /** What the letters to an address say, oldest first, as long as they are not sent. */
  lettersTo(email: string): Promise<LetterContent[]>;
  /** The facts of the last letter of a kind to an address. */
  lastLetter<Kind extends LetterKind>(kind: Kind, email: string): Promise<FactsOf<Kind>>;
  /** Sends what is due into the folder of letters; answers how many went out. */
  sendLetters(): Promise<number>;
  close(): Promise<void>;
}

/** @param environment settings that differ from the test's own, by their names in config.ts */
export async function openTestApp(environment: Record<string, string> = {}): Promise<TestApp> {
  const opened = await openTestDatabase({ poolSize: 1 });
  const dataDirectory = mkdtempSync(path.join(os.tmpdir(), 'remembrance-app-'));
  const config = readConfig({
    DATABASE_URL: addressOf(opened.connection),
    DATA_DIR: dataDirectory,
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
    PASSWORD_HASH_COST: '4',
    RATE_LIMIT_FACTOR: '1000',
    DISK_RESERVE_BYTES: '0',
    ...environment,
  });
  const clock = createTestClock();
  const logLines: string[] = [];
  const log = pino({ level: config.logLevel }, { write: (line) => keepLine(logLines, line) });
  const services = await createServices(config, log, clock);
  await seedPlans(services.database);
  await services.queue.start();
  const app = await createApp({ ...services, pause: async () => {} } as Services, { web: false });
  await app.ready();

  const { database, keyring } = services;
  const lettersTo = async (email: string) => {
    // The clock may have stood still between two of them, so the order is that of the transactions that wrote them.
    const inOrder = asc(sql`${letters}.xmin::text::bigint`);
    const unsent = and(eq(letters.recipient, email), isNotNull(letters.sealedContent));
    const rows = await database.select().from(letters).where(unsent).orderBy(inOrder);
    return Promise.all(
      rows.map(async ({ id, sealedContent }) => (await openLetter(keyring, id, sealedContent ?? '')).content),
    );
  };
  return {
    app,
    services,
    database,
    ownerConnection: opened.ownerConnection,
    clock,
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
      await services.queue.stop();
      await services.closeDatabase();
      await opened.close();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}

// A fault is worth reading when a test fails.
function keepLine(logLines: string[], line: string): void {
  logLines.push(line);
  if (JSON.parse(line).level >= 50) process.stderr.write(line);
}
