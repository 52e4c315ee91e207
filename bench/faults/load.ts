// The load of a fault run: concurrent owners, each continuing after every fault.
import { setTimeout as delay } from 'node:timers/promises';
import { api } from '@remembrance/contract/api.ts';
import { health } from '@remembrance/contract/service.ts';
import { Refused } from '@remembrance/contract/testing/caller.ts';
import { codeIn } from '@remembrance/contract/testing/letter-words.ts';
import type { Caller } from '../support/caller.ts';
import { NotAnswered, send } from '../support/http-client.ts';
import type { Mailbox } from '../support/mailbox.ts';
import { type Attempt, awaitLetter, NoLetter, openAccount, openVault, StillUnpaid } from '../support/owner.ts';
import { type Chance, createChance } from '../support/random.ts';
import { type ActiveVault, edit, release, upload } from './acts.ts';
import type { History } from './history.ts';

export interface Load {
  url: string;
  size: LoadSize;
  seed: number;
  history: History;
  mailbox: Mailbox;
  /** Once aborted, no new life begins. */
  ending: AbortSignal;
  /** Once aborted, nothing is tried again. */
  givenUp: AbortSignal;
  /** Called when something begins that a fault in the next moments may cut in two. */
  onDelicate: () => void;
  /** Whether the server's clock was wrong since that moment, so that it may have ended what a person had begun. */
  clockWasWrongSince: (moment: number) => boolean;
}

/** How much goes on beside the faults. */
export interface LoadSize {
  owners: number;
  /** How many vaults are ready to measure with, and how many are made at once. Some may have to wait long for a letter. */
  stock: number;
  makers: number;
}

export const usualLoad: LoadSize = { owners: 3, stock: 14, makers: 4 };
/** For a run of a few faults. */
export const lightLoad: LoadSize = { owners: 1, stock: 2, makers: 1 };

/** Between two lives, so that a long run can still be judged. */
const restMostMilliseconds = 8000;
/** Far enough that a start in between does not let it pass before the vault is made. */
const soonSeconds = { min: 45, max: 90 };
const distantSeconds = 300 * 86_400;

/** Resolves when every life that has begun has come to its end. */
export async function runLoad(load: Load): Promise<void> {
  let lives = 0;
  const lane = async () => {
    while (!load.ending.aborted) await live(load, ++lives);
  };
  await Promise.all(Array.from({ length: load.size.owners }, lane));
}

async function live(load: Load, number: number): Promise<void> {
  const chance = createChance(load.seed, `life ${number}`);
  await abandonable(load, `life ${number}`, async () => {
    const { owner, email } = await settle(load, `owner-${number}@example.com`);
    for (const place of ['a', 'b']) await fillVault(load, { owner, email, place: `${number}${place}`, chance });
  });
  await delay(chance.next() * restMostMilliseconds, undefined, { signal: load.ending }).catch(() => {});
}

/** A life may be given up where its letter is late or the clock has ended its session; whatever it was promised stays judged. */
export async function abandonable(load: Load, name: string, act: () => Promise<void>): Promise<void> {
  const began = Date.now();
  try {
    await act();
  } catch (error) {
    if (load.givenUp.aborted || error instanceof NoLetter) return;
    // A plan that began a year ago by a wrong clock is over by the right one.
    const isOfTheClock = error instanceof Refused || error instanceof StillUnpaid;
    if (isOfTheClock && load.clockWasWrongSince(began)) return;
    load.history.write({ what: 'fault', words: `${name}: ${String(error)}` });
  }
}

export interface Settled {
  owner: Caller;
  email: string;
}

export async function settle(load: Load, email: string): Promise<Settled> {
  const attempt = untilAnswered(load);
  try {
    return { owner: await openAccount(load.url, email, { mailbox: load.mailbox, attempt }), email };
  } catch (error) {
    if (error instanceof NoLetter) load.history.write({ what: 'account', email }); // its letter is still owed
    throw error;
  }
}

interface Life extends Settled {
  place: string;
  chance: Chance;
}

/** @param releaseAt the date it releases itself on. */
export async function openActiveVault(
  load: Load,
  { owner, email }: Settled,
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

async function fillVault(load: Load, { owner, email, place, chance }: Life): Promise<void> {
  const attempt = untilAnswered(load);
  // The first of all is one whose date is far, for every clock that jumps.
  const ways = place === '1a' ? 0.3 : chance.next();
  const soon = chance.between(soonSeconds.min, soonSeconds.max);
  const after = ways < 0.25 ? soon : ways < 0.35 ? distantSeconds : null;
  const releaseAt = after === null ? null : new Date(Date.now() + after * 1000).toISOString();
  const vault = await openActiveVault(load, { owner, email }, { place, releaseAt });
  const acts = { load, attempt, owner, vault, chance };
  // What its date may have released already takes no more changes.
  if (chance.happens(0.5)) await edit(acts, `The message of vault ${place}, written again.`);
  const uploads = Array.from({ length: chance.between(0, 4) }, (_, i) => upload(acts, `${place}-${i}.bin`));
  // Sometimes the release comes while bytes are on their way: each of them is in the vault before it, or never.
  if (!chance.happens(0.3)) await Promise.all(uploads);
  const byExecutor = releaseAt === null ? chance.happens(0.9) : chance.happens(0.3);
  if (byExecutor && after !== distantSeconds) await release(acts, chance.between(1, 6));
  await Promise.all(uploads);
  await readBack(acts, byExecutor && after !== distantSeconds);
}

async function readBack({ load, attempt, owner, vault }: Parameters<typeof edit>[0], isReleased: boolean) {
  const { status } = await attempt(() => owner.ask(api.getVault, { params: { id: vault.id } }));
  if (isReleased && status !== 'released')
    load.history.write({
      what: 'fault',
      words: `${vault.recipientEmail}: its release was answered and it reads ${status}`,
    });
}

/** Tries again until there is an answer that decides. */
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
