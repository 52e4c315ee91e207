// Detects when the service works again: it reports ready, accepts an upload and releases a vault. The vaults are created in
// advance, so that only this work is measured.
import { setTimeout as delay } from 'node:timers/promises';
import type { FailingPart } from '@remembrance/contract/problem.ts';
import { readiness } from '@remembrance/contract/service.ts';
import { problemOf, Refused } from '@remembrance/contract/testing/caller.ts';
import { send as sendTo } from '../support/http-client.ts';
import { requestUpload, signInBy } from '../support/owner.ts';
import { type Log, waitFor } from '../support/wait.ts';
import { type ActiveVault, digestOf, recordUpload, storeFile, tryRelease } from './actions.ts';
import { abandonable, type Load, type LoadOwner, openActiveVault, openLoadAccount } from './load.ts';

export interface Probe {
  vault: ActiveVault;
  /** Uploads another file, so that a fault can follow an acknowledgement. @returns the status */
  upload(): Promise<number | null>;
  /** Uploads one file and releases the vault. @returns what failed, or null */
  findMissing(): Promise<string | null>;
}

export interface Probes {
  next(): Promise<Probe>;
  /** Resolves when no more probes are created. */
  ended: Promise<unknown>;
}

const stockWithinSeconds = 120;

export function createProbes(load: Load, log: Log): Probes {
  const stock: Probe[] = [];
  let made = 0;
  const make = async () => {
    const place = `probe-${++made}`;
    await abandonable(load, place, async () => {
      const loadOwner = await openLoadAccount(load, `owner-${place}@example.com`);
      stock.push(createProbe(load, loadOwner, await openActiveVault(load, loadOwner, { place })));
    });
  };
  const work = async () => {
    while (!load.ending.aborted) {
      if (stock.length < load.size.stock) await make();
      else await delay(50);
    }
  };
  return {
    ended: Promise.all(Array.from({ length: load.size.makers }, work)),
    async next() {
      const waiting = { what: 'a vault to measure with', seconds: stockWithinSeconds, log, givenUp: load.givenUp };
      const probe = await waitFor(async () => stock.shift() ?? null, waiting);
      return probe ?? Promise.reject(new Error('no vault could be created for the measurement'));
    },
  };
}

function createProbe(load: Load, { owner, email }: LoadOwner, vault: ActiveVault): Probe {
  const body = Buffer.from(`What was written down for ${vault.title}.`);
  let isUploaded = false;
  const send = async (fileName: string) => {
    const answer = await storeFile(owner, vault.id, { ...(await requestUpload(owner, vault.id, fileName)), body });
    recordUpload(load, vault, { fileName, digest: digestOf(body), whole: true }, answer);
    return answer;
  };
  const upload = async (fileName: string) => {
    const answer = await send(fileName);
    if (answer?.status === 200) return null;
    return `the upload was answered ${answer ? `${answer.status} ${problemOf(answer).code}` : 'not at all'}`;
  };
  const release = async () => {
    const answer = await tryRelease(load, vault);
    const isDone = answer?.status === 200 || answer?.status === 409;
    return isDone ? null : `the release was answered ${answer?.status ?? 'not at all'}`;
  };
  return {
    vault,
    async upload() {
      const refused = (error: unknown) => (error instanceof Refused ? error : null);
      const answer = await send('before.txt').catch(refused);
      return answer?.status ?? null;
    },
    async findMissing() {
      try {
        const missing = isUploaded ? null : await upload('probe.txt');
        if (missing !== null) return missing;
        isUploaded = true;
        return await release();
      } catch (error) {
        // The clock has ended the session, or an earlier try without a response already occupies the place of the file.
        if (error instanceof Refused && error.status === 401)
          await signInBy(owner, email, load.mailbox).catch(() => null);
        if (error instanceof Refused && error.status === 409) isUploaded = true;
        // A clock two years ahead has ended the vault's trial in the sandbox; the vault accepts no more files and can
        // still be released.
        if (error instanceof Refused && error.code === 'plan-lapsed') isUploaded = true;
        return String(error);
      }
    },
  };
}

/** The first process that does not call itself ready, as a sentence, or null. */
export async function findUnready(urls: readonly string[]): Promise<string | null> {
  for (const url of urls) {
    const failing = await readFailing(url);
    if (failing === null || failing.length > 0) return `${url} calls itself not ready: ${JSON.stringify(failing)}`;
  }
  return null;
}

/** The parts that a process reports as failing. Null if it does not answer. */
export async function readFailing(url: string): Promise<FailingPart[] | null> {
  const answer = await sendTo({ method: 'GET', url: url + readiness.path }).catch(() => null);
  if (answer?.status === 200) return [];
  return answer ? (problemOf(answer).failing ?? null) : null;
}
