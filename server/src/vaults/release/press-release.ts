// An executor's press. What it does is in the table of states: it releases at once, unless the owner chose a wait, or that two executors agree.
import { agreementDays, requestsPerDay } from '@remembrance/contract/release-limits.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { daysLater, minutesLater } from '../../platform/lib/clock.ts';
import { newId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { countAsked, letsOthersAsk, type OfExecutor } from '../requests/quarrel-store.ts';
import { type ReleaseFacts, type Transition, transitionOf } from '../requests/release-states.ts';
import { factsOf } from '../requests/request-facts.ts';
import { newStopToken, notifyOfRequest } from '../requests/request-letters.ts';
import {
  endRequest,
  findOpenRequest,
  insertRequest,
  type RequestRow,
  startWait,
  stateOf,
} from '../requests/request-store.ts';
import type { CodeHolder } from '../vault/release-locks.ts';
import { releaseByPress } from '../vault/release-store.ts';
import { type ReleaseNeeds, recordReleases } from './record-releases.ts';

export interface PressNeeds extends ReleaseNeeds {
  publicUrl: string;
}

interface Press extends CodeHolder {
  open: RequestRow | null;
  facts: ReleaseFacts;
  now: Date;
}

/** The release, or null if nothing was released: a request was opened, or the press changed nothing. */
export type Pressed = { releasedAt: Date | null };

/** @param holder locked. Null if the vault can't be released. */
export async function pressRelease(
  needs: PressNeeds,
  tx: Transaction,
  holder: CodeHolder,
  now: Date,
): Promise<Pressed | null> {
  const { vault, executor } = holder;
  if (vault.status !== 'active' || vault.paymentStatus === 'unpaid') return null;
  const open = await findOpenRequest(tx, vault.id);
  const isAsker = open?.askedBy === executor.id;
  const facts = { ...(await factsOf(tx, vault)), isOwnerWarned: false, isAsker, bySilence: open?.bySilence === true };
  const transition = transitionOf(stateOf(open), isAsker ? 'press-again' : 'press', facts);
  if (!transition) return { releasedAt: null };
  return follow(needs, tx, transition, { ...holder, open, facts, now });
}

async function follow(needs: PressNeeds, tx: Transaction, transition: Transition, press: Press): Promise<Pressed> {
  if (transition.to === 'released') return releaseNow(needs, tx, press);
  const request = await moveTo(needs, tx, transition, press);
  const { vault, executor } = press;
  if (transition.act) {
    const act = { vaultId: vault.id, userId: vault.creatorId, actor: 'executor', actorId: executor.id } as const;
    await recordAct(needs, tx, { ...act, event: transition.act });
  }
  if (transition.notifies) await notifyOfRequest(needs, tx, { request, vault, notice: transition.notifies });
  return { releasedAt: null };
}

async function releaseNow(needs: PressNeeds, tx: Transaction, press: Press): Promise<Pressed> {
  const { vault, executor, open, now } = press;
  const released = await releaseByPress(tx, executor.id, now);
  if (!released) throw new Error('a vault that is locked and can be released was not released');
  await recordReleases(needs, tx, [released]);
  if (open) await endRequest(tx, open, { state: 'released', endedWhy: 'released', ...agreementOf(press) }, now);
  if (open && agreementOf(press).agreedBy) {
    const act = { vaultId: vault.id, userId: vault.creatorId, actor: 'executor', actorId: executor.id } as const;
    await recordAct(needs, tx, { ...act, event: 'release-agreed' });
  }
  return { releasedAt: released.vault.releasedAt };
}

/** Opens the request, or begins the wait of one that is open. */
async function moveTo(needs: PressNeeds, tx: Transaction, { to }: Transition, press: Press): Promise<RequestRow> {
  const { vault, executor, open, now } = press;
  const wait = { waitsFrom: now, dueAt: minutesLater(now, vault.waitHours * 60) };
  if (open) {
    const waiting = await startWait(tx, open, { ...wait, ...agreementOf(press) });
    return waiting ?? Promise.reject(new Error('an open request changed under the lock of its vault'));
  }
  await limitAsking(tx, { vaultId: vault.id, executorId: executor.id }, now);
  const id = newId(now);
  return insertRequest(tx, {
    id,
    vaultId: vault.id,
    createdAt: now,
    ...newStopToken(needs, id),
    askedBy: executor.id,
    askedByName: nameOf(executor),
    ...(to === 'waiting' ? { state: to, ...wait } : { state: to, dueAt: daysLater(now, agreementDays) }),
  });
}

async function limitAsking(tx: Transaction, executor: OfExecutor, now: Date): Promise<void> {
  if ((await countAsked(tx, executor, now)) >= requestsPerDay) refuse('too-many-requests');
  if (await letsOthersAsk(tx, executor, now)) refuse('others-may-ask');
}

/** Who agrees. Nobody if the asker goes on alone, because nobody is left to agree. */
const agreementOf = ({ executor, open, facts }: Press) =>
  open && !facts.isAsker
    ? { agreedBy: executor.id, agreedByName: nameOf(executor) }
    : { agreedBy: null, agreedByName: null };

export const nameOf = ({ name, email }: { name: string; email: string }): string => name || email;
