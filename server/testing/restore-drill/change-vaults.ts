// Changes the vaults of the restore drill between the backup and the disaster.
import { api } from '@remembrance/contract/api.ts';
import type { VaultForm } from '@remembrance/contract/testing/cast.ts';
import type { Caller } from '../caller.ts';
import { paidVault, pay, signInAgain } from '../people.ts';
import { runCommand } from '../run-admin-command.ts';
import type { TestApp } from '../test-app.ts';
import { type DrillState, type DrillVault, drillVault, executorOf, forEachVault, releaseIt } from './drill-vaults.ts';

/** Changes a vault of this wave after the backup. @returns the vaults that it created */
export async function changeVaults(app: TestApp, all: readonly DrillVault[]): Promise<DrillVault[]> {
  const created: DrillVault[] = [];
  await forEachVault(all, async (one) => {
    await signInAgain(one.owner);
    await changeOf[one.state]?.(app, one);
    if (one.state === 'active') created.push(await createAnother(app, one));
  });
  return created;
}

const changeOf: Partial<Record<DrillState, (app: TestApp, one: DrillVault) => Promise<void>>> = {
  'released-since': releaseIt,
  async 'activated-since'(app, one) {
    await pay(app, one.owner, await one.owner.ask(api.getVault, { params: { id: one.id } }));
    one.code = (await app.lastLetter('executor-code', (await executorAt(one)).email)).code;
    one.end = 'active';
  },
  async 'executor-changed'(app, one) {
    const { id, owner } = one;
    const executor = await executorAt(one);
    const email = executorOf(`new-${id}`);
    const params = { id, executorId: executor.id };
    await owner.ask(api.correctExecutor, { params, body: { name: 'Nora', email } });
    one.formerEmails.push(executor.email);
    await renewCode(app, one, email);
  },
  'code-renewed': (app, one) => sendNewCode(app, one, one.owner),
  async 'recipient-changed'(_, one) {
    one.formerEmails.push(one.recipientEmail);
    one.recipientEmail = `daughter-${one.id}@example.com`;
    const body = { recipientEmail: one.recipientEmail };
    await one.owner.ask(api.editVault, { params: { id: one.id }, body });
  },
  async deleted(_, one) {
    const answer = await one.owner.call(api.deleteVault, { params: { id: one.id } });
    if (answer.statusCode !== 204) throw new Error(`a deletion was answered ${answer.statusCode}`);
    noteDeleted(one);
  },
  async removed({ services }, one) {
    await runCommand(services, 'remove-vault', { subject: one.id, reason: 'the drill' });
    noteDeleted(one);
  },
};

/** The last changes: releases and new codes are committed, but their letters were not sent before the disaster. */
export async function changeWithoutLetters(app: TestApp, all: readonly DrillVault[]): Promise<void> {
  await forEachVault(all, async (one) => {
    if (one.state === 'letter-waiting') await releaseIt(app, one);
    if (one.state === 'code-waiting') await sendNewCode(app, one, one.owner);
  });
}

export async function sendNewCode(app: TestApp, one: DrillVault, owner: Caller): Promise<void> {
  const { id, email } = await executorAt(one, owner);
  await owner.ask(api.reissueCode, { params: { id: one.id, executorId: id } });
  await renewCode(app, one, email);
}

async function executorAt({ id, ...one }: DrillVault, owner: Caller = one.owner) {
  const [executor] = await owner.ask(api.listExecutors, { params: { id } });
  return executor ?? Promise.reject(new Error('a vault has no executor'));
}

async function renewCode(app: TestApp, one: DrillVault, email: string): Promise<void> {
  one.withdrawnCodes.push(one.code);
  one.code = (await app.lastLetter('executor-code', email)).code;
}

function noteDeleted(one: DrillVault): void {
  one.withdrawnCodes.push(one.code);
  one.formerEmails.push(one.recipientEmail);
  Object.assign(one, { code: '', end: 'deleted' });
}

async function createAnother(app: TestApp, { owner, wave, id }: DrillVault): Promise<DrillVault> {
  const changes: Partial<VaultForm> = {
    planType: 'premium_subscription',
    title: 'A second one',
    recipientEmail: `second-${id}@example.com`,
    executorEmail: executorOf(`second-${id}`),
  };
  const created = drillVault(owner, await paidVault(app, owner, changes));
  return { ...created, state: 'created-since', wave, end: 'active', hasFile: false };
}
