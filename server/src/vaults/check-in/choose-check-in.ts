// What an owner chooses for the check-in. Asking less needs a proof, and is reported to the owner with a link that restores what asked more.

import type { CheckIn, chooseCheckIn as chooseCheckInCall } from '@remembrance/contract/check-in.ts';
import type { BodyOf } from '@remembrance/contract/endpoint.ts';
import { proofReasons } from '@remembrance/contract/proof.ts';
import { requireProof } from '../../http/require-proof.ts';
import type { EarlierCheckIn } from '../../people/owner-changes/earlier-values.ts';
import { type ReportChangeNeeds, reportChange } from '../../people/owner-changes/report-change.ts';
import { setCheckInChoice } from '../../people/users/check-in-store.ts';
import { findUser, lockUser, type UserRow } from '../../people/users/user-store.ts';
import type { Database, DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { listCheckInVaults, setAskingVaults } from '../vault/vault-check-in-store.ts';
import {
  asksLess,
  type CheckInChoice,
  choiceInWords,
  maxPauseMonths,
  monthsLater,
  strongerOf,
} from './check-in-rules.ts';
import { endRound } from './end-round.ts';

type Needs = ReportChangeNeeds & { database: Database };
type Body = BodyOf<typeof chooseCheckInCall>;

export async function showCheckIn(database: DatabaseOrTransaction, ownerId: string, now: Date): Promise<CheckIn> {
  const user = (await findUser(database, ownerId)) ?? refuse('unauthorized');
  const vaults = await listCheckInVaults(database, ownerId);
  const isOn = user.checkInMonths !== null;
  const { pausedUntil } = choiceOf(user, [], now);
  return {
    months: user.checkInMonths as CheckIn['months'], // only this service writes it
    nextAt: isOn && !user.checkInRoundAt ? textOf(user.checkInNextAt) : null,
    pausedUntil: textOf(pausedUntil),
    openSince: textOf(user.checkInRoundAt),
    silentAt: textOf(user.checkInSilentAt),
    yearly: user.yearlyAt !== null,
    vaults: vaults.map(({ checkIn, ...vault }) => ({ ...vault, asks: checkIn === 'ask-executors' })),
  };
}

const textOf = (at: Date | null): string | null => at?.toISOString() ?? null;

/** A pause that is over does not count. */
const choiceOf = (user: UserRow, vaults: Awaited<ReturnType<typeof listCheckInVaults>>, now: Date): CheckInChoice => ({
  months: user.checkInMonths,
  pausedUntil: user.checkInPausedUntil && user.checkInPausedUntil > now ? user.checkInPausedUntil : null,
  vaultIds: vaults.filter(({ checkIn }) => checkIn === 'ask-executors').map(({ id }) => id),
  yearly: user.yearlyAt !== null,
});

/** @throws {Refusal} proof-needed, pause-not-possible, vault-not-found */
export async function chooseCheckIn(
  needs: Needs,
  { owner, body }: { owner: { id: string; provenAt: Date }; body: Body },
): Promise<CheckIn> {
  const now = needs.clock.now();
  const wanted = readChoice(body, now);
  return needs.database.transaction(async (tx) => {
    const user = (await lockUser(tx, owner.id)) ?? refuse('unauthorized');
    const vaults = await listCheckInVaults(tx, user.id);
    if (wanted.vaultIds.some((id) => !vaults.some((vault) => vault.id === id))) refuse('vault-not-found');
    const before = choiceOf(user, vaults, now);
    const isLess = asksLess(before, wanted, now);
    if (isLess) requireProof(owner, now, proofReasons.checkIn);
    await endRound(needs, tx, user, now); // a choice is a sign of the owner
    await putChoice(tx, user, wanted, now);
    if (choiceInWords(before, now) !== choiceInWords(wanted, now)) {
      const act = { userId: user.id, actor: 'owner', event: 'check-in-changed' } as const;
      await recordAct(needs, tx, { ...act, detail: { months: wanted.months } });
    }
    if (isLess) {
      await reportChange(needs, tx, {
        userId: user.id,
        kind: 'check-in',
        earlier: { checkIn: { ...before, pausedUntil: textOf(before.pausedUntil) } },
        before: choiceInWords(before, now),
        after: choiceInWords(wanted, now),
      });
    }
    return showCheckIn(tx, user.id, now);
  });
}

function readChoice({ months, pausedUntil, vaultIds, yearly }: Body, now: Date): CheckInChoice {
  const until = pausedUntil === null || months === null ? null : new Date(pausedUntil);
  if (until && (until <= now || until > monthsLater(now, maxPauseMonths))) refuse('pause-not-possible');
  return { months, pausedUntil: until, vaultIds: [...new Set(vaultIds)], yearly };
}

/** The caller holds the user's lock. The next question comes after the months and after the pause. */
async function putChoice(tx: Transaction, user: UserRow, choice: CheckInChoice, now: Date): Promise<void> {
  const { months, pausedUntil, vaultIds, yearly } = choice;
  const later = months === null ? null : monthsLater(now, months);
  const chosen = {
    checkInMonths: months,
    checkInPausedUntil: pausedUntil,
    checkInNextAt: later && pausedUntil && pausedUntil > later ? pausedUntil : later,
    // The first email comes within the hour, so that its owner sees what it is.
    yearlyAt: yearly ? (user.yearlyAt ?? now) : null,
  };
  await setCheckInChoice(tx, user.id, chosen, now);
  await setAskingVaults(tx, user.id, vaultIds);
}

/** Restores what asked more, by the link in the email about the change. The caller holds the user's lock. */
export async function putCheckInBack(
  { clock }: Pick<ReportChangeNeeds, 'clock'>,
  tx: Transaction,
  user: UserRow,
  { checkIn }: EarlierCheckIn,
): Promise<void> {
  const now = clock.now();
  const vaults = await listCheckInVaults(tx, user.id);
  const pausedUntil = checkIn.pausedUntil === null ? null : new Date(checkIn.pausedUntil);
  const stronger = strongerOf({ ...checkIn, pausedUntil }, choiceOf(user, vaults, now));
  const active = stronger.vaultIds.filter((id) => vaults.some((vault) => vault.id === id));
  await putChoice(tx, user, { ...stronger, vaultIds: active }, now);
}
