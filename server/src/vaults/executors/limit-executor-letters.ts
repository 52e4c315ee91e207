// Limits letters to executors, who never asked for one: per owner, network, address and installation. A new account that has paid nothing
// reaches only a few strangers.
import { executorLettersPerDay, strangersOfNewOwner } from '@remembrance/contract/limits.ts';
import type { RateLimiter } from '../../http/rate-limiter.ts';
import { type NotifyOperatorNeeds, notifyOperator, oncePerDay } from '../../letters/ledger/notify-operator.ts';
import { findUser } from '../../people/users/user-store.ts';
import { hasPaid } from '../../plans/purchase-store.ts';
import type { Database } from '../../platform/database/transaction.ts';
import { daysLater } from '../../platform/lib/clock.ts';
import { Refusal } from '../../platform/lib/refusal.ts';

export interface LetterLimitNeeds extends NotifyOperatorNeeds {
  rateLimiter: RateLimiter;
  database: Database;
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
  if (network) await rateLimiter.take('executor letters from', network, { ...aDay, tries: ofNetwork });
  if (email === null) return;
  if (!executorId) await limitStrangers(needs, ownerId, email.toLowerCase());
  try {
    await rateLimiter.take('executor letters to', email.toLowerCase(), { ...aDay, tries: toAddress });
  } catch (error) {
    if (!executorId || !(error instanceof Refusal)) throw error;
    await rateLimiter.take('executor letters again to', executorId, { ...aDay, tries: toKnown });
  }
  await limitInstallation(needs);
}

/** Counts each address once a week, for an owner in their first week who has not paid. */
async function limitStrangers(needs: LetterLimitNeeds, ownerId: string, email: string): Promise<void> {
  const { rateLimiter, database, clock } = needs;
  const owner = await findUser(database, ownerId);
  const isNew = owner !== null && owner.createdAt > daysLater(clock.now(), -strangersOfNewOwner.days);
  if (!isNew || (await hasPaid(database, ownerId))) return;
  const { tries, left } = await rateLimiter.count('stranger of', `${ownerId} ${email}`, { ...aWeek, tries: 1 });
  const isFirst = tries - left === 1;
  if (isFirst) await rateLimiter.take('strangers of', ownerId, { ...aWeek, tries: strangersOfNewOwner.addresses });
}

async function limitInstallation(needs: LetterLimitNeeds): Promise<void> {
  const { ofInstallation } = executorLettersPerDay;
  try {
    await needs.rateLimiter.take('executor letters', 'of all owners', { ...aDay, tries: ofInstallation });
  } catch (error) {
    const onceKey = oncePerDay('executor-letters', needs.clock.now());
    const what = 'Emails to executors have stopped for today';
    const facts = [
      `The owners of this installation have caused more than ${ofInstallation} emails to executors in a day.`,
    ];
    await needs.database.transaction((tx) => notifyOperator(needs, tx, { what, facts, onceKey }));
    throw error;
  }
}
