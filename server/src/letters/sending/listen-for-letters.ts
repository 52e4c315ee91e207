// Sends letters as soon as their transaction has committed: the database notifies every process, and the claim in the ledger lets
// one of them send. A missed notification costs only the seconds until the next scan of the ledger.
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { lettersChannel } from '../ledger/letter-batch-store.ts';
import { type SendLetterNeeds, sendLetters } from './send-letters.ts';

export interface LetterListener {
  /** Stops listening, and waits for the letters it is sending. */
  stop(): Promise<void>;
}

/** The number of letters that are claimed together, and the number of such batches that run concurrently. */
const batchSize = 8;
const maxBatches = 2;
const reconnectMilliseconds = 1000;
const maxWaitMilliseconds = 10_000;
/** Within a minute. Until then the server tells every start that this process serves. */
const noticeDeadMachine =
  'set tcp_keepalives_idle = 20; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3';

/**
 * Listens once it resolves, unless the database is unavailable; a lost connection is reopened.
 * @param connection a direct one: a pooler would drop the notifications
 */
export async function listenForLetters(connection: pg.ClientConfig, needs: SendLetterNeeds): Promise<LetterListener> {
  const stopping = new AbortController();
  const sender = createSender(needs);
  const report = (error: Error) => needs.log('new letters wait for the next scan', { fault: error.message });
  let client: pg.Client | undefined;
  let lost = Promise.resolve();
  const listen = async () => {
    try {
      client = new pg.Client({
        ...connection,
        keepAlive: true,
        connectionTimeoutMillis: maxWaitMilliseconds,
        query_timeout: maxWaitMilliseconds,
      });
      client.on('error', report);
      const { promise, resolve } = Promise.withResolvers<void>();
      client.on('end', resolve);
      client.on('notification', ({ payload }) => payload && sender.add(payload));
      await client.connect();
      await client.query(noticeDeadMachine);
      await client.query(`listen ${lettersChannel}`);
      lost = promise;
    } catch (error) {
      report(error as Error);
      await client?.end().catch(() => undefined);
    }
  };
  const listenAgain = async () => {
    while (!stopping.signal.aborted) {
      await lost;
      await wait(reconnectMilliseconds, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (!stopping.signal.aborted) await listen();
    }
  };
  await listen();
  const listening = listenAgain();
  return {
    async stop() {
      stopping.abort();
      await client?.end().catch(() => undefined);
      await Promise.all([listening, sender.idle()]);
    },
  };
}

/** Sends the letters with the given ids in batches. Letters of a failed batch are left to the scan. */
function createSender(needs: SendLetterNeeds) {
  const waiting: string[] = [];
  const batches = new Set<Promise<void>>();
  const sendBatches = async () => {
    while (waiting.length > 0) {
      const letterIds = waiting.splice(0, batchSize);
      await sendLetters(needs, { max: letterIds.length, letterIds }).catch((error: Error) =>
        needs.log('new letters wait for the next scan', { fault: error.name }),
      );
    }
  };
  return {
    add(letterId: string) {
      waiting.push(letterId);
      if (batches.size >= maxBatches) return;
      const batch: Promise<void> = sendBatches().finally(() => batches.delete(batch));
      batches.add(batch);
    },
    idle: () => Promise.all(batches),
  };
}
