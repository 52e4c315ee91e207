// The actions of people in a fault run. Each attempt is recorded with its response.

import { createHash } from 'node:crypto';
import { api } from '@remembrance/contract/api.ts';
import { problemOf, Refused } from '@remembrance/contract/testing/caller.ts';
import { type Answer, type Caller, createCaller, NotAnswered } from '../support/http-client.ts';
import { type Attempt, requestUpload, saveFile, sendUpload } from '../support/owner.ts';
import type { Random } from '../support/random.ts';
import type { History } from './history.ts';

export interface ActiveVault {
  id: string;
  recipientEmail: string;
  title: string;
  code: string;
}

export interface ActionContext {
  load: { url: string; history: History; onCriticalRequest: () => void };
  attempt: Attempt;
  owner: Caller;
  vault: ActiveVault;
  random: Random;
}

const megabyte = 1024 * 1024;

type Recorder = Pick<ActionContext['load'], 'url' | 'history'>;

/** After a server fault it is unknown whether the action took effect. */
const decided = (answer: Answer | null): number | null => (answer && answer.status < 500 ? answer.status : null);

/** Throws if the step must be retried. */
function unlessDecided(answer: Answer | null, request: string): void {
  if (!answer) throw new NotAnswered();
  if (answer.status >= 500) throw new Refused(request, answer);
}

export async function edit({ load, attempt, owner, vault }: ActionContext, message: string): Promise<void> {
  const { id, title, recipientEmail } = vault;
  await attempt(async () => {
    const body = { title, recipientName: 'Rosa Lindqvist', recipientEmail, message };
    load.onCriticalRequest();
    const answer = await owner.call(api.editVault, { params: { id }, body }).catch(() => null);
    load.history.write({ what: 'edit', vaultId: id, message, status: decided(answer) });
    unlessDecided(answer, 'PATCH /api/vaults/:id');
  });
}

export async function upload({ load, attempt, owner, vault, random }: ActionContext, fileName: string): Promise<void> {
  const size = Math.round((0.05 + 1.95 * random.next() ** 3) * megabyte);
  const body = random.bytes(size);
  const breakAfterBytes = random.happens(0.2) ? random.between(0, size - 1) : undefined;
  const file = { fileName, digest: digestOf(body), whole: breakAfterBytes === undefined };
  const refused = (error: unknown) => {
    if (error instanceof Refused && error.status < 500) return null; // released since, or no place left
    throw error;
  };
  const link = await attempt(() => requestUpload(owner, vault.id, fileName)).catch(refused);
  if (!link) return;
  if (breakAfterBytes !== undefined) {
    recordUpload(load, vault, file, await sendUpload(link.uploadUrl, { body, breakAfterBytes }).catch(() => null));
    return;
  }
  await attempt(async () => {
    load.onCriticalRequest();
    const answer = await storeFile(owner, vault.id, { ...link, body });
    recordUpload(load, vault, file, answer);
    unlessDecided(answer, 'PUT /api/uploads/:uploadId');
  });
}

export const digestOf = (body: Buffer): string => createHash('sha256').update(body).digest('hex');

export function recordUpload(
  { history }: Recorder,
  vault: ActiveVault,
  file: { fileName: string; digest: string; whole: boolean },
  answer: Answer | null,
): void {
  const code = answer ? (problemOf(answer).code ?? '') : '';
  history.write({ what: 'upload', vaultId: vault.id, ...file, status: decided(answer), code });
}

/** Uploads the bytes and saves the vault with them. A retry after a lost response finds them uploaded, and saves again. */
export async function storeFile(
  owner: Caller,
  vaultId: string,
  { uploadUrl, fileId, body }: { uploadUrl: string; fileId: string; body: Buffer },
): Promise<Answer | null> {
  const sent = await sendUpload(uploadUrl, { body }).catch(() => null);
  const isStored = sent?.status === 204 || (sent && problemOf(sent).code === 'upload-finished');
  return isStored ? saveFile(owner, vaultId, fileId).catch(() => null) : sent;
}

/** Several people use the same code concurrently, and retry until one of them gets a response. */
export async function release({ load, attempt, vault }: Omit<ActionContext, 'owner' | 'random'>, executors: number) {
  await attempt(async () => {
    load.onCriticalRequest();
    const answers = await Promise.all(Array.from({ length: executors }, () => tryRelease(load, vault)));
    const best = answers.find((answer) => decided(answer) !== null) ?? answers.find((answer) => answer) ?? null;
    unlessDecided(best, 'POST /api/executor/release');
  });
}

/** One attempt, without a retry. */
export async function tryRelease({ url, history }: Recorder, vault: ActiveVault): Promise<Answer | null> {
  const sent = { params: { vaultId: vault.id }, body: { accessCode: vault.code } };
  const answer = await createCaller(url)
    .call(api.releaseVault, sent)
    .catch(() => null);
  const { releasedAt = '' } = answer ? problemOf(answer) : {};
  history.write({ what: 'release', vaultId: vault.id, status: decided(answer), releasedAt });
  return answer;
}
