// The vaults of the restore drill at the backup, in every state, created through the API, with the codes and links that their people have.
import { api } from '@remembrance/contract/api.ts';
import { ada, another, type VaultForm } from '@remembrance/contract/testing/cast.ts';
import {
  addFile,
  draftVault,
  type Owner,
  type PaidVault,
  paidVault,
  recipientOf,
  signedIn,
  tokenOf,
} from '../people.ts';
import type { TestApp } from '../test-app.ts';

const states = [
  'draft',
  'active',
  'released',
  'read',
  'dated',
  'released-since',
  'activated-since',
  'letter-waiting',
  'code-waiting',
  'executor-changed',
  'code-renewed',
  'recipient-changed',
  'deleted',
  'removed',
] as const;
export type DrillState = (typeof states)[number] | 'created-since';

export interface DrillVault {
  state: DrillState;
  /** The wave that changes it after the backup. */
  wave: 0 | 1;
  id: string;
  owner: Owner;
  message: string;
  recipientEmail: string;
  /** The former recipient or executor, who must get no more letters. */
  formerEmails: string[];
  /** The valid code; empty if there is none. */
  code: string;
  withdrawnCodes: string[];
  /** The token in the recipient's link; empty if there is none. */
  token: string;
  end: 'draft' | 'active' | 'released' | 'deleted';
  hasFile: boolean;
}

export const file = { name: 'photo.txt', type: 'text/plain', bytes: Buffer.from('what the photo shows') };
const withFiles = 2 * states.length;
const vaultsAtOnce = 8;

/** Processes several vaults concurrently, in any order. */
export async function forEachVault<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = [...all];
  const lane = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: vaultsAtOnce }, lane));
}

/** The state at the backup. */
export async function createVaults(app: TestApp, numbers: readonly number[]): Promise<DrillVault[]> {
  const made: DrillVault[] = [];
  await forEachVault(numbers, async (number) => void made.push(await createVault(app, number)));
  return made;
}

async function createVault(app: TestApp, number: number): Promise<DrillVault> {
  const state = states[number % states.length] ?? 'active';
  const owner = await signedIn(app, another(ada, number));
  const form = formOf(app, state, number);
  const isDraft = state === 'draft' || state === 'activated-since';
  const vault = isDraft ? { ...(await draftVault(owner, form)), code: '' } : await paidVault(app, owner, form);
  const one: DrillVault = {
    ...drillVault(owner, vault),
    state,
    wave: Math.floor(number / states.length) % 2 === 0 ? 0 : 1,
    end: isDraft ? 'draft' : 'active',
    hasFile: number < withFiles && !isDraft,
  };
  if (one.hasFile) await addFile(owner, one.id, file);
  if (state === 'released' || state === 'read') await releaseIt(app, one);
  if (state === 'read') await recipientOf(app, one);
  return one;
}

/** The state right after its creation. */
export const drillVault = (owner: Owner, { id, message, recipientEmail, code }: PaidVault) => ({
  id,
  owner,
  message,
  recipientEmail,
  formerEmails: [],
  code,
  withdrawnCodes: [],
  token: '',
});

function formOf(app: TestApp, state: DrillState, number: number): Partial<VaultForm> {
  const isDated = state === 'dated';
  return {
    title: `Vault ${number}`,
    message: `The message of vault ${number}.`,
    recipientEmail: `recipient-${number}@example.com`,
    executorEmail: isDated ? '' : executorOf(number),
    executorName: isDated ? '' : 'Edda',
    // Another vault of the plan, which uses a place without a payment.
    planType: state === 'active' ? 'premium_subscription' : 'basic_subscription',
    ...(isDated && { scheduledReleaseDate: new Date(app.clock.now().getTime() + 86_400_000).toISOString() }),
  };
}

export const executorOf = (number: number | string): string => `executor-${number}@example.com`;

export async function releaseIt(app: TestApp, one: DrillVault): Promise<void> {
  await app.caller().ask(api.releaseVault, { params: { vaultId: one.id }, body: { accessCode: one.code } });
  await noteReleased(app, one);
}

/** The state before its letter is sent. */
export async function noteReleased(app: TestApp, one: DrillVault): Promise<void> {
  const { link } = await app.lastLetter('recipient-invitation', one.recipientEmail);
  one.token = tokenOf(link);
  one.end = 'released';
}
