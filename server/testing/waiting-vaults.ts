// Vaults whose owner chose a wait, or that two executors agree, with the codes of their executors and what they do.
import { api } from '@remembrance/contract/api.ts';
import type { WaitHours } from '@remembrance/contract/release-limits.ts';
import { eq } from 'drizzle-orm';
import { lockUser } from '../src/people/users/user-store.ts';
import { letters, releaseRequests, vaults } from '../src/platform/database/schema.ts';
import { beginWaits } from '../src/vaults/check-in/release-in-silence.ts';
import { releaseDueVaults } from '../src/vaults/release/release-due-vaults.ts';
import { endRequestsBySilence } from '../src/vaults/requests/end-requests.ts';
import { type Owner, type PaidVault, vaultOfNewPeople } from './people.ts';
import type { TestApp } from './test-app.ts';

export interface WaitingVault extends Omit<PaidVault, 'codes'> {
  owner: Owner;
  /** The codes of Edda and the executors after her. */
  codes: string[];
  emails: string[];
}

interface Choice {
  waitHours?: WaitHours;
  mustAgree?: boolean;
  /** How many executors it has. */
  executors?: number;
  scheduledReleaseDate?: string;
}

/** A paid vault with this choice, and as many executors. */
export async function vaultWith(app: TestApp, choice: Choice): Promise<WaitingVault> {
  const { waitHours = 0, mustAgree = false, executors = mustAgree ? 2 : 1, scheduledReleaseDate = '' } = choice;
  const vault = await vaultOfNewPeople(app, { planType: 'basic_subscription', scheduledReleaseDate });
  const { owner } = vault;
  const [codes, emails] = [[vault.code], [vault.executorEmail]];
  for (let one = 1; one < executors; one++) {
    const email = `otto-${one}-${owner.email}`;
    await owner.ask(api.addExecutor, { params: { id: vault.id }, body: { name: `Otto ${'ABCDE'[one]}`, email } });
    codes.push((await app.lastLetter('executor-code', email)).code);
    emails.push(email);
  }
  const was = { waitHours: 0, mustAgree: false } as const;
  if (waitHours || mustAgree)
    await owner.ask(api.changeReleaseSettings, { params: { id: vault.id }, body: { waitHours, mustAgree, was } });
  return { ...vault, codes, emails };
}

export const press = (app: TestApp, { id, codes }: WaitingVault, executor = 0) =>
  app.caller().call(api.releaseVault, { params: { vaultId: id }, body: { accessCode: codes[executor] ?? '' } });

export const object = (app: TestApp, { id, codes }: WaitingVault, executor = 1, reason = '') =>
  app
    .caller()
    .call(api.objectToRelease, { params: { vaultId: id }, body: { accessCode: codes[executor] ?? '', reason } });

export const stop = ({ owner, id }: WaitingVault) => owner.call(api.stopReleaseOfVault, { params: { id } });

export const releaseDue = (app: TestApp) =>
  releaseDueVaults(app.services, {
    onFailure: (vaultId, cause) => {
      throw new Error(`the release of ${vaultId} failed`, { cause });
    },
  });

/** Does what the job does if the owner has not answered a check-in. */
export const fallSilent = (app: TestApp, { owner }: Pick<WaitingVault, 'owner'>) =>
  app.database.transaction(async (tx) => {
    const user = await lockUser(tx, owner.id);
    return user ? beginWaits(app.services, tx, user, app.clock.now()) : [];
  });

/** Does what follows when the owner shows up. */
export const showUp = (app: TestApp, { owner }: Pick<WaitingVault, 'owner'>) =>
  app.database.transaction(async (tx) => {
    await lockUser(tx, owner.id);
    return endRequestsBySilence(app.services, tx, owner.id);
  });

export const requestsOf = (app: TestApp, { id }: Pick<WaitingVault, 'id'>) =>
  app.database.select().from(releaseRequests).where(eq(releaseRequests.vaultId, id)).orderBy(releaseRequests.createdAt);

export const statusOf = async (app: TestApp, { id }: Pick<WaitingVault, 'id'>) =>
  (await app.database.select().from(vaults).where(eq(vaults.id, id)))[0]?.status;

/** The token in the owner's last email about it. */
export async function stopToken(app: TestApp, { owner }: Pick<WaitingVault, 'owner'>): Promise<string> {
  return new URL((await app.lastLetter('release-wait', owner.email)).link).hash.slice(1);
}

/** The kinds of the emails about a vault and, for those about a request, what they report, sorted. */
export async function emailsOf(app: TestApp, { id }: Pick<WaitingVault, 'id'>): Promise<string[]> {
  const rows = await app.database.select().from(letters).where(eq(letters.vaultId, id));
  return rows
    .filter(({ onceKey }) => /^(release-wait|executor-wait)\//.test(onceKey ?? ''))
    .map(({ onceKey, recipient }) => `${onceKey?.split('/').slice(0, 2).join(' ')} to ${recipient.split('-')[0]}`)
    .sort();
}
