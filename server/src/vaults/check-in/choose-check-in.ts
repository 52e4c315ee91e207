// The owner's choice for the check-in. Asking less, or releasing sooner, needs a proof, and we email the owner a link that restores the
// previous choice.

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
import { listCheckInVaults, setCheckInVaults } from '../vault/vault-check-in-store.ts';
import {
  asksLess,
  type CheckInChoice,
  changedReleases,
  choiceInWords,
  maxPauseMonths,
  monthsLater,
  releasedSooner,
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
    vaults: vaults.map(({ checkIn, ...vault }) => ({
      ...vault,
      asks: checkIn !== 'none',
      releases: checkIn === 'release',
    })),
  };
}

const textOf = (at: Date | null): string | null => at?.toISOString() ?? null;

/** A pause that is over does not count. */
const choiceOf = (user: UserRow, vaults: Awaited<ReturnType<typeof listCheckInVaults>>, now: Date): CheckInChoice => ({
  months: user.checkInMonths,
  pausedUntil: user.checkInPausedUntil && user.checkInPausedUntil > now ? user.checkInPausedUntil : null,
  vaultIds: vaults.filter(({ checkIn }) => checkIn !== 'none').map(({ id }) => id),
  releaseIds: vaults.filter(({ checkIn }) => checkIn === 'release').map(({ id }) => id),
  yearly: user.yearlyAt !== null,
});

/** @throws {Refusal} proof-needed, pause-not-possible, vault-not-found, long-wait-needed */
export async function chooseCheckIn(
  needs: Needs,
  { owner, body }: { owner: { id: string; provenAt: Date }; body: Body },
): Promise<CheckIn> {
  const now = needs.clock.now();
  return needs.database.transaction(async (tx) => {
    const user = (await lockUser(tx, owner.id)) ?? refuse('unauthorized');
    const vaults = await listCheckInVaults(tx, user.id);
    const before = choiceOf(user, vaults, now);
    const wanted = readChoice(body, before, now);
    requirePossible(wanted, vaults);
    const isSooner = releasedSooner(before, wanted, now).length > 0;
    const needsProof = isSooner || asksLess(before, wanted, now);
    if (needsProof) requireProof(owner, now, isSooner ? proofReasons.silence : proofReasons.checkIn);
    await endRound(needs, tx, user, now); // a choice is a sign of the owner
    await putChoice(tx, user, wanted, now);
    if (choiceInWords(before, now) !== choiceInWords(wanted, now)) {
      const act = { userId: user.id, actor: 'owner', event: 'check-in-changed' } as const;
      await recordAct(needs, tx, { ...act, detail: { months: wanted.months } });
    }
    if (needsProof) {
      await reportChange(needs, tx, {
        userId: user.id,
        kind: 'check-in',
        earlier: {
          checkIn: { ...before, pausedUntil: textOf(before.pausedUntil) },
          releases: changedReleases(before, wanted, now),
        },
        before: choiceInWords(before, now),
        after: choiceInWords(wanted, now),
      });
    }
    return showCheckIn(tx, user.id, now);
  });
}

/** A page of version 1.0.0 names no vaults that a silence releases, so they stay as they are. */
function readChoice(body: Body, before: CheckInChoice, now: Date): CheckInChoice {
  const { months, pausedUntil, vaultIds, yearly } = body;
  const until = pausedUntil === null || months === null ? null : new Date(pausedUntil);
  if (until && (until <= now || until > monthsLater(now, maxPauseMonths))) refuse('pause-not-possible');
  const releaseIds = [...new Set(body.releaseIds ?? before.releaseIds.filter((id) => vaultIds.includes(id)))];
  return { months, pausedUntil: until, vaultIds: [...new Set([...vaultIds, ...releaseIds])], releaseIds, yearly };
}

function requirePossible({ vaultIds, releaseIds }: CheckInChoice, vaults: { id: string; canRelease: boolean }[]): void {
  const byId = new Map(vaults.map((vault) => [vault.id, vault]));
  if (vaultIds.some((id) => !byId.has(id))) refuse('vault-not-found');
  if (releaseIds.some((id) => !byId.get(id)?.canRelease)) refuse('long-wait-needed');
}

/** The caller holds the user's lock. The next question comes after the months and after the pause. */
async function putChoice(tx: Transaction, user: UserRow, choice: CheckInChoice, now: Date): Promise<void> {
  const { months, pausedUntil, yearly } = choice;
  const later = months === null ? null : monthsLater(now, months);
  const chosen = {
    checkInMonths: months,
    checkInPausedUntil: pausedUntil,
    checkInNextAt: later && pausedUntil && pausedUntil > later ? pausedUntil : later,
    // The first email comes within the hour, so that the owner sees what it is.
    yearlyAt: yearly ? (user.yearlyAt ?? now) : null,
  };
  await setCheckInChoice(tx, user.id, chosen, now);
  await setCheckInVaults(tx, user.id, choice);
}

/** Restores what asked more, by the link in the email about the change. The caller holds the user's lock. */
export async function putCheckInBack(
  { clock }: Pick<ReportChangeNeeds, 'clock'>,
  tx: Transaction,
  user: UserRow,
  { checkIn, releases = { added: [], removed: [] } }: EarlierCheckIn,
): Promise<void> {
  const now = clock.now();
  const vaults = await listCheckInVaults(tx, user.id);
  const pausedUntil = checkIn.pausedUntil === null ? null : new Date(checkIn.pausedUntil);
  const before = { ...checkIn, releaseIds: [], pausedUntil };
  const stronger = strongerOf(before, choiceOf(user, vaults, now), releases);
  // We ask the executors of a vault that a silence can no longer release.
  const isActive = (id: string) => vaults.some((vault) => vault.id === id);
  await putChoice(tx, user, { ...stronger, vaultIds: stronger.vaultIds.filter(isActive) }, now);
}
