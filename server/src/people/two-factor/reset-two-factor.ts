// Turns off the second step of an owner who has lost both the app and the recovery codes. An operator orders it, and it takes
// effect after a week. Letters at the start, half-way and at the end warn the owner, who can stop it with one click.
import { twoFactorResetDays } from '@remembrance/contract/limits.ts';
import type { FactsOf } from '../../letters/templates/letter-content.ts';
import type { Database, Transaction } from '../../platform/database/transaction.ts';
import { daysLater } from '../../platform/lib/clock.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import type { ReportChangeNeeds } from '../owner-changes/report-change.ts';
import { consumeAccountLink, insertAccountLink } from '../sessions/account-links.ts';
import { endUnderWay } from '../sessions/end-under-way.ts';
import { greetingName } from '../users/owner-name.ts';
import { countWithdrawal, findUserByEmail, lockUser, type UserRow } from '../users/user-store.ts';
import { writeToUser } from '../users/write-to-user.ts';
import { turnOffTwoFactor } from './change-two-factor.ts';
import {
  cancelReset,
  claimDueReset,
  insertReset,
  listDueResets,
  listHalfwayResets,
  markHalfway,
} from './two-factor-reset-store.ts';
import { hasTwoFactor } from './two-factor-store.ts';

interface JobNeeds extends ReportChangeNeeds {
  database: Database;
}

/** @returns the id of the account, or null if no account with this address has a second step, or a reset was already ordered */
export async function requestReset(needs: ReportChangeNeeds, tx: Transaction, email: string): Promise<string | null> {
  const found = await findUserByEmail(tx, email);
  const user = found && (await lockUser(tx, found.id));
  if (!user || !(await hasTwoFactor(tx, user.id))) return null;
  const now = needs.clock.now();
  const endsAt = daysLater(now, twoFactorResetDays);
  const halfwayAt = daysLater(now, twoFactorResetDays / 2);
  if (!(await insertReset(tx, { userId: user.id, createdAt: now, halfwayAt, endsAt }))) return null;
  await notifyOfReset(needs, tx, user, { stage: 'ordered', endsAt });
  return user.id;
}

/** @throws {Refusal} two-factor-reset-over */
export async function stopReset(needs: JobNeeds, token: string): Promise<void> {
  await needs.database.transaction(async (tx) => {
    const userId = await consumeAccountLink(needs, tx, 'keep-second-step', token);
    if (!userId || !(await cancelReset(tx, userId))) refuse('two-factor-reset-over');
    await countWithdrawal(tx, userId); // so that a restore does not order it again
    await recordAct(needs, tx, { userId, actor: 'owner', event: 'two-factor-reset-stopped' });
  });
}

/** Sends the half-way letters and executes every reset that was not stopped. */
export async function runResets(needs: JobNeeds, signal?: AbortSignal): Promise<void> {
  const { database, clock } = needs;
  const now = clock.now();
  for (const { userId } of await listDueResets(database, now)) {
    if (signal?.aborted) return;
    await database.transaction((tx) => runReset(needs, tx, userId));
  }
  for (const { userId } of await listHalfwayResets(database, now)) {
    if (signal?.aborted) return;
    await database.transaction(async (tx) => {
      const user = await lockUser(tx, userId);
      const endsAt = await markHalfway(tx, userId, now);
      if (user && endsAt) await notifyOfReset(needs, tx, user, { stage: 'halfway', endsAt });
    });
  }
}

async function runReset(needs: JobNeeds, tx: Transaction, userId: string): Promise<void> {
  const user = await lockUser(tx, userId);
  const now = needs.clock.now();
  if (!user || !(await claimDueReset(tx, userId, now)) || !(await turnOffTwoFactor(tx, userId))) return;
  await endUnderWay(needs, tx, { userId, sessions: 'none', browsers: 'all' });
  await recordAct(needs, tx, { userId, actor: 'service', event: 'two-factor-reset' });
  await notifyOfReset(needs, tx, user, { stage: 'done', endsAt: now });
}

interface Step {
  stage: FactsOf<'two-factor-reset'>['stage'];
  endsAt: Date;
}

async function notifyOfReset(needs: ReportChangeNeeds, tx: Transaction, user: UserRow, { stage, endsAt }: Step) {
  const link =
    stage === 'done'
      ? `${needs.publicUrl}/account`
      : {
          before: `${needs.publicUrl}/keep-second-step#`,
          secret: await insertAccountLink(needs, tx, 'keep-second-step', user.id),
        };
  const facts = { firstName: greetingName(user), stage, endsAt: endsAt.toISOString(), link };
  await writeToUser(needs, tx, user, { kind: 'two-factor-reset', facts });
}
