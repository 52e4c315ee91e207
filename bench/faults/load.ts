// The load of a fault run: lives of owners, side by side, each going on where the server's last end has left it.
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { api } from '@remembrance/contract/api.ts';
import { health } from '@remembrance/contract/service.ts';
import { type Caller, createCaller, problemOf, Refused } from '../support/caller.ts';
import { type Answer, NotAnswered, send } from '../support/http-client.ts';
import { type Attempt, codeIn, letterTo, openAccount, openVault, requestUpload, sendUpload } from '../support/owner.ts';
import { type Chance, createChance } from '../support/random.ts';
import type { History } from './history.ts';

export interface Load {
  url: string;
  seed: number;
  history: History;
  /** Once aborted, no new life begins, and what is still being tried again is given up. */
  ending: AbortSignal;
  givenUp: AbortSignal;
  /** Called when something begins that a kill in the next moments may cut in two. */
  onDelicate: () => void;
}

const sideBySide = 3;
const megabyte = 1024 * 1024;

/** Resolves when every life that has begun has come to its end. */
export async function runLoad(load: Load): Promise<void> {
  let lives = 0;
  const lane = async () => {
    while (!load.ending.aborted) await live(load, ++lives);
  };
  await Promise.all(Array.from({ length: sideBySide }, lane));
}

async function live(load: Load, number: number): Promise<void> {
  const chance = createChance(load.seed, `life ${number}`);
  const attempt = untilAnswered(load);
  const name = `owner-${number}@example.com`;
  try {
    const owner = await openAccount(load.url, name, attempt);
    for (const place of ['a', 'b']) await fillVault(load, { owner, name, place: `${number}${place}`, chance, attempt });
  } catch (error) {
    if (load.givenUp.aborted) return;
    load.history.write({ what: 'fault', words: `life ${number}: ${String(error)}` });
  }
}

interface Life {
  owner: Caller;
  name: string;
  place: string;
  chance: Chance;
  attempt: Attempt;
}

async function fillVault(load: Load, { owner, name, place, chance, attempt }: Life): Promise<void> {
  const recipientEmail = `recipient-${place}@example.com`;
  const executorEmail = `executor-${place}@example.com`;
  const message = `The message of vault ${place}.`;
  const vault = await openVault(owner, { title: `Vault ${place}`, recipientEmail, executorEmail, message }, attempt);
  const letter = await attempt(() => letterTo(owner, executorEmail, 'executor-code'));
  const code = codeIn(letter.text);
  load.history.write({ what: 'vault', vaultId: vault.id, owner: name, recipientEmail, message, code });

  const uploads = Array.from({ length: chance.between(0, 4) }, (_, i) =>
    upload(load, { owner, vaultId: vault.id, fileName: `${place}-${i}.bin`, chance, attempt }),
  );
  const released = chance.happens(0.9);
  // Sometimes the release comes while bytes are on their way: each of them is in the vault before it, or never.
  if (!chance.happens(0.3)) await Promise.all(uploads);
  if (released) await release(load, { vaultId: vault.id, code, executors: chance.between(1, 6), attempt });
  await Promise.all(uploads);
}

interface Upload {
  owner: Caller;
  vaultId: string;
  fileName: string;
  chance: Chance;
  attempt: Attempt;
}

async function upload(load: Load, { owner, vaultId, fileName, chance, attempt }: Upload): Promise<void> {
  const size = Math.round((0.1 + 7.9 * chance.next() ** 3) * megabyte);
  const body = chance.bytes(size);
  const digest = createHash('sha256').update(body).digest('hex');
  const breakAfterBytes = chance.happens(0.2) ? chance.between(0, size - 1) : undefined;
  const write = (answer: Answer | null) =>
    load.history.write({
      what: 'upload',
      vaultId,
      fileName,
      digest,
      whole: breakAfterBytes === undefined,
      status: answer?.status ?? null,
      code: answer ? (problemOf(answer).code ?? '') : '',
    });
  const refused = (error: unknown) => {
    if (error instanceof Refused && error.status < 500) return null; // released meanwhile, or no place left
    throw error;
  };
  const link = await attempt(() => requestUpload(owner, vaultId, fileName)).catch(refused);
  if (!link) return;
  if (breakAfterBytes !== undefined) {
    write(await sendUpload(link.uploadUrl, { body, breakAfterBytes }).catch(() => null));
    return;
  }
  await attempt(async () => {
    load.onDelicate();
    const answer = await sendUpload(link.uploadUrl, { body }).catch(() => null);
    write(answer);
    if (!answer) throw new NotAnswered();
  });
}

interface Release {
  vaultId: string;
  code: string;
  executors: number;
  attempt: Attempt;
}

// Several people with the same code at once, and again until somebody has an answer.
async function release(
  { url, history, onDelicate }: Load,
  { vaultId, code, executors, attempt }: Release,
): Promise<void> {
  const tryOnce = async (): Promise<boolean> => {
    const executor = createCaller(url);
    const sent = { params: { vaultId }, body: { accessCode: code } };
    const answer = await executor.call(api.releaseVault, sent).catch(() => null);
    const said = answer ? JSON.parse(answer.body.toString('utf8')) : {};
    history.write({ what: 'release', vaultId, status: answer?.status ?? null, releasedAt: said.releasedAt ?? '' });
    return answer !== null;
  };
  await attempt(async () => {
    onDelicate();
    const answered = await Promise.all(Array.from({ length: executors }, tryOnce));
    if (!answered.includes(true)) throw new NotAnswered();
  });
}

/** Tries again until there is an answer, whatever it says. */
function untilAnswered({ url, givenUp }: Load): Attempt {
  const isThere = () => send({ method: 'GET', url: url + health.path }).catch(() => null);
  return async (step) => {
    for (;;) {
      try {
        return await step();
      } catch (error) {
        if (!(error instanceof NotAnswered)) throw error;
      }
      while (!(await isThere())) {
        if (givenUp.aborted) throw new NotAnswered();
        await delay(40);
      }
    }
  };
}
