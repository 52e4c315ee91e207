// Limits letters to executors, who never asked for one: per owner, network, address and installation. A new account that has paid nothing
// reaches only a few strangers.
import { executorLettersPerDay, strangersOfNewOwner } from '@remembrance/contract/limits.ts';
import type { RateLimiter } from '../../http/rate-limiter.ts';
import type { LogNames } from '../../keys/secret/log-names.ts';
import { type NotifyOperatorNeeds, notifyOperator, oncePerDay } from '../../letters/ledger/notify-operator.ts';
import { findUser } from '../../people/users/user-store.ts';
import { hasPaid } from '../../plans/purchase-store.ts';
import type { Database } from '../../platform/database/transaction.ts';
import { daysLater } from '../../platform/lib/clock.ts';
import { Refusal } from '../../platform/lib/refusal.ts';

export interface LetterLimitNeeds extends NotifyOperatorNeeds {
  rateLimiter: RateLimiter;
  database: Database;
  logNames: Pick<LogNames, 'network'>;
}

const aDay = { seconds: 86_400, durable: true, refusal: 'letter-limit-reached' as const };
const aWeek = { ...aDay, seconds: strangersOfNewOwner.days * aDay.seconds };

interface ExecutorLetter {
  ownerId: string;
  /** The network that the letter was asked for from; none for a link of a letter. */
  network?: string | undefined;
  /** Null for a draft, which sends no letters: it must not use up the allowance for an address that is somebody else's executor. */
  email: string | null;
  /** An executor who already has the code: strangers who write to them cannot keep their owner from sending a new one. */
  executorId?: string;
}

/** Counts one letter before it is written, outside any transaction. @throws {Refusal} letter-limit-reached */
export async function limitExecutorLetters(needs: LetterLimitNeeds, letter: ExecutorLetter): Promise<void> {
  const { ownerId, network, email, executorId } = letter;
  const { rateLimiter } = needs;
  const { ofOwner, ofNetwork, toAddress, toKnown } = executorLettersPerDay;
  await rateLimiter.take('executor letters of', ownerId, { ...aDay, tries: ofOwner });
  if (network) await limitNetwork(needs, network, ofNetwork);
  if (email === null) return;
  const owner = executorId ? null : await findUser(needs.database, ownerId);
  if (owner) await limitStrangers(needs, owner, email.toLowerCase());
  try {
    await rateLimiter.take('executor letters to', email.toLowerCase(), { ...aDay, tries: toAddress });
  } catch (error) {
    if (!executorId || !(error instanceof Refusal)) throw error;
    await rateLimiter.take('executor letters again to', executorId, { ...aDay, tries: toKnown });
  }
  await limitInstallation(needs);
}

/**
 * Counts each address once a week, for an owner in their first week who has not paid. @throws {Refusal} letter-limit-reached
 */
export async function limitStrangers(
  { rateLimiter, database, clock }: LetterLimitNeeds,
  { id: ownerId, createdAt }: { id: string; createdAt: Date },
  email: string,
): Promise<void> {
  const isNew = createdAt > daysLater(clock.now(), -strangersOfNewOwner.days);
  if (!isNew || (await hasPaid(database, ownerId))) return;
  const { tries, left } = await rateLimiter.count('stranger of', `${ownerId} ${email}`, { ...aWeek, tries: 1 });
  const isFirst = tries - left === 1;
  if (!isFirst) return;
  try {
    await rateLimiter.take('strangers of', ownerId, { ...aWeek, tries: strangersOfNewOwner.addresses });
  } catch (error) {
    await rateLimiter.putBack('stranger of', `${ownerId} ${email}`); // the next try for this address is refused too
    throw error;
  }
}

async function limitNetwork(needs: LetterLimitNeeds, network: string, tries: number): Promise<void> {
  const name = needs.logNames.network(network);
  await takeOrReport(needs, ['executor letters from', network, tries], {
    key: `executor-letters/${name}`,
    what: 'A network has caused too many emails to executors today',
    fact: `Owners in the network ${name} have caused more than ${tries} emails to executors in a day. “npm run admin -- audit --network ${name}” shows what they did.`,
  });
}

function limitInstallation(needs: LetterLimitNeeds): Promise<void> {
  const { ofInstallation } = executorLettersPerDay;
  return takeOrReport(needs, ['executor letters', 'of all owners', ofInstallation], {
    key: 'executor-letters',
    what: 'Emails to executors have stopped for today',
    fact: `The owners of this installation have caused more than ${ofInstallation} emails to executors in a day.`,
  });
}

/** The operator gets one letter a day about a limit that is reached. */
async function takeOrReport(
  needs: LetterLimitNeeds,
  [action, of, tries]: [string, string, number],
  { key, what, fact }: { key: string; what: string; fact: string },
): Promise<void> {
  try {
    await needs.rateLimiter.take(action, of, { ...aDay, tries });
  } catch (error) {
    const onceKey = oncePerDay(key, needs.clock.now());
    await needs.database.transaction((tx) => notifyOperator(needs, tx, { what, facts: [fact], onceKey }));
    throw error;
  }
}
