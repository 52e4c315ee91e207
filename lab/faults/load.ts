// The load of a fault run: concurrent owners, each of whom continues after every fault.

import { setTimeout as delay } from 'node:timers/promises';
import { api } from '@remembrance/contract/api.ts';
import { health } from '@remembrance/contract/service.ts';
import { Refused } from '@remembrance/contract/testing/caller.ts';
import { codeIn } from '@remembrance/contract/testing/letter-words.ts';
import { type Caller, NotAnswered, send } from '../support/http-client.ts';
import type { Mailbox } from '../support/mailbox.ts';
import { type Attempt, awaitLetter, NoLetter, openAccount, openVault, StillUnpaid } from '../support/owner.ts';
import { createRandom, type Random } from '../support/random.ts';
import { type ActiveVault, edit, release, upload } from './actions.ts';
import type { History } from './history.ts';

export interface Load {
  url: string;
  size: LoadSize;
  seed: number;
  history: History;
  mailbox: Mailbox;
  /** Once aborted, the load starts no new owner. */
  ending: AbortSignal;
  /** Once aborted, the load retries nothing. */
  givenUp: AbortSignal;
  /** Called when a request starts that a fault could interrupt. */
  onCriticalRequest: () => void;
  /** Whether the server's clock was wrong since then, which may have ended a session or a plan. */
  clockWasWrongSince: (moment: number) => boolean;
}

/** The load during the faults. */
export interface LoadSize {
  owners: number;
  /** The number of probes that are kept ready, and the number created concurrently, since a late letter delays some. */
  stock: number;
  makers: number;
  /** How far ahead a near date is: enough that it does not pass during a restart before its vault exists. */
  soonSeconds: { min: number; max: number };
}

export const usualLoad: LoadSize = { owners: 3, stock: 14, makers: 4, soonSeconds: { min: 45, max: 90 } };
/** A smaller load, for a run with only a few faults. */
export const lightLoad: LoadSize = { owners: 1, stock: 2, makers: 1, soonSeconds: { min: 20, max: 30 } };

/** The longest rest between two owners, so that a long run can still be checked. */
const maxRestMilliseconds = 8000;
const distantSeconds = 300 * 86_400;

/** Resolves when every started owner has finished. */
export async function runLoad(load: Load): Promise<void> {
  let owners = 0;
  const worker = async () => {
    while (!load.ending.aborted) await runOwner(load, ++owners);
  };
  await Promise.all(Array.from({ length: load.size.owners }, worker));
}

async function runOwner(load: Load, number: number): Promise<void> {
  const random = createRandom(load.seed, `owner ${number}`);
  await abandonable(load, `owner ${number}`, async () => {
    const { owner, email } = await openLoadAccount(load, `owner-${number}@example.com`);
    for (const place of ['a', 'b']) await fillVault(load, { owner, email, place: `${number}${place}`, random });
  });
  await delay(random.next() * maxRestMilliseconds, undefined, { signal: load.ending }).catch(() => {});
}

/** An owner may give up if a letter is late or the clock has ended the session; the check still covers what the service acknowledged. */
export async function abandonable(load: Load, name: string, act: () => Promise<void>): Promise<void> {
  const began = Date.now();
  try {
    await act();
  } catch (error) {
    if (load.givenUp.aborted || error instanceof NoLetter) return;
    // On the correct clock, a plan that started under a clock a year behind has ended.
    const isOfTheClock = error instanceof Refused || error instanceof StillUnpaid;
    if (isOfTheClock && load.clockWasWrongSince(began)) return;
    load.history.write({ what: 'violation', words: `${name}: ${String(error)}` });
  }
}

export interface LoadOwner {
  owner: Caller;
  email: string;
}

export async function openLoadAccount(load: Load, email: string): Promise<LoadOwner> {
  const attempt = untilAnswered(load);
  try {
    return { owner: await openAccount(load.url, email, { mailbox: load.mailbox, attempt }), email };
  } catch (error) {
    if (error instanceof NoLetter) load.history.write({ what: 'account', email }); // its letter has not been sent yet
    throw error;
  }
}

interface VaultPlan extends LoadOwner {
  place: string;
  random: Random;
}

/** @param releaseAt the date on which the vault releases itself. */
export async function openActiveVault(
  load: Load,
  { owner, email }: LoadOwner,
  { place, releaseAt = null }: { place: string; releaseAt?: string | null },
): Promise<ActiveVault> {
  const attempt = untilAnswered(load);
  const title = `Vault ${place}`;
  const [recipientEmail, executorEmail] = [`recipient-${place}@example.com`, `executor-${place}@example.com`];
  const message = `The message of vault ${place}.`;
  const date = releaseAt === null ? {} : { scheduledReleaseDate: releaseAt };
  const { id } = await openVault(owner, { title, recipientEmail, executorEmail, message, ...date }, attempt);
  load.history.write({
    what: 'vault',
    vaultId: id,
    owner: email,
    recipientEmail,
    executorEmail,
    message,
    releaseAt,
  });
  const { text } = await awaitLetter(load.mailbox, executorEmail, 'executor code');
  return { id, recipientEmail, title, code: codeIn(text) };
}

async function fillVault(load: Load, { owner, email, place, random }: VaultPlan): Promise<void> {
  const attempt = untilAnswered(load);
  // The first vault has a date in the far future, which shows whether a clock jump releases it early.
  const ways = place === '1a' ? 0.3 : random.next();
  const soon = random.between(load.size.soonSeconds.min, load.size.soonSeconds.max);
  const after = ways < 0.25 ? soon : ways < 0.35 ? distantSeconds : null;
  const releaseAt = after === null ? null : new Date(Date.now() + after * 1000).toISOString();
  const vault = await openActiveVault(load, { owner, email }, { place, releaseAt });
  const context = { load, attempt, owner, vault, random };
  // A vault whose date may have released it accepts no more changes.
  if (random.happens(0.5)) await edit(context, `The message of vault ${place}, written again.`);
  const names = Array.from({ length: random.between(0, 4) }, (_, i) => `${place}-${i}.bin`);
  const uploads = Promise.all(names.map((name) => upload(context, name)));
  uploads.catch(() => {}); // it is awaited below, but may fail during the release or after it has failed
  // Sometimes the release happens during an upload: the file is then in the vault before the release, or never.
  if (!random.happens(0.3)) await uploads;
  const byExecutor = releaseAt === null ? random.happens(0.9) : random.happens(0.3);
  if (byExecutor && after !== distantSeconds) await release(context, random.between(1, 6));
  await uploads;
  await readBack(context, byExecutor && after !== distantSeconds);
}

async function readBack({ load, attempt, owner, vault }: Parameters<typeof edit>[0], isReleased: boolean) {
  const { status } = await attempt(() => owner.ask(api.getVault, { params: { id: vault.id } }));
  if (isReleased && status !== 'released')
    load.history.write({
      what: 'violation',
      words: `${vault.recipientEmail}: its release was answered and it reads ${status}`,
    });
}

/** Retries until a response decides the outcome. */
export function untilAnswered({ url, givenUp, history }: Load): Attempt {
  const isThere = () => send({ method: 'GET', url: url + health.path }).catch(() => null);
  return async (step) => {
    for (;;) {
      try {
        return await step();
      } catch (error) {
        const isRefusal = error instanceof Refused;
        if (isRefusal ? error.status < 500 : !(error instanceof NotAnswered)) throw error;
        if (isRefusal && error.status === 500) history.write({ what: 'bare 500', request: error.request });
        if (givenUp.aborted) throw error;
      }
      await delay(100);
      while (!(await isThere())) {
        if (givenUp.aborted) throw new NotAnswered();
        await delay(40);
      }
    }
  };
}
