// Reads the bounce mailbox. A report with our token only puts its letter in doubt: anybody who saw the token can write one.
// The letter is marked before the message, so a crash in between only reads the message again.
import type { Keyring } from '../../keys/secret/keyring.ts';
import type { Database } from '../../platform/database/transaction.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { markDoubted, recordDelay } from '../ledger/doubt-store.ts';
import { type BounceMailbox, MailboxUnavailable } from './bounce-mailbox.ts';
import { judgeReport } from './bounce-rules.ts';
import type { BounceWatch } from './bounce-watch.ts';
import { readReport } from './read-report.ts';
import { findLetterIn } from './return-path.ts';

export interface ReadBouncesNeeds {
  database: Database;
  clock: Clock;
  keyring: Pick<Keyring, 'digests'>;
  bounceMailbox: BounceMailbox;
  bounceWatch: BounceWatch;
  logBounces: (message: string, facts: Record<string, number>) => void;
}

/** Further messages wait for the next run, so that a flood delays nothing else. */
const maxMessages = 100;

/** Never throws because of the mailbox: `bounceWatch` says that it cannot be read. */
export async function readBounces(needs: ReadBouncesNeeds, signal: AbortSignal): Promise<void> {
  const counts = { doubted: 0, delayed: 0, ignored: 0, left: 0 };
  try {
    await needs.bounceMailbox.read(
      async (source) => {
        const result = await handleMessage(needs, source);
        counts[result] += 1;
        return result === 'left' ? 'left' : 'done';
      },
      { max: maxMessages, signal },
    );
    needs.bounceWatch.noteRead();
  } catch (error) {
    if (!(error instanceof MailboxUnavailable)) throw error;
    if (!signal.aborted) needs.bounceWatch.noteFailure(error.message);
  } finally {
    if (Object.values(counts).some((count) => count > 0)) needs.logBounces('messages of the bounce mailbox', counts);
  }
}

type Result = 'doubted' | 'delayed' | 'ignored' | 'left';

async function handleMessage({ database, clock, keyring }: ReadBouncesNeeds, source: Uint8Array): Promise<Result> {
  // The parser is slow, and most hostile messages have no token at all.
  if (!findLetterIn(keyring, [Buffer.from(source).toString('latin1')])) return 'left';
  const report = await readReport(source);
  const letterId = report && findLetterIn(keyring, report.names);
  if (!letterId) return 'left';
  // An absence notice means nothing. Other mail to this address may be a bounce of an unknown form, so a person should look.
  if (!report.recipients) return report.isAutomaticReply ? 'ignored' : 'left';
  const meaning = judgeReport(report.recipients, report.explanation);
  if (meaning.outcome === 'delay') return (await recordDelay(database, letterId, clock.now())) ? 'delayed' : 'ignored';
  if (meaning.outcome !== 'doubt') return 'ignored';
  const { doubt, status } = meaning;
  const isFirst = await markDoubted(database, { letterId, doubt, status, now: clock.now() });
  return isFirst ? 'doubted' : 'ignored';
}
