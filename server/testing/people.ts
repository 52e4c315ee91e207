// The test fixtures of the cast: an owner with a session, a paid vault with its executor's code, a released vault with its
// recipient's link. They are created by the real calls and operations.
import { api } from '@remembrance/contract/api.ts';
import type { BodySent, ReplyOf } from '@remembrance/contract/endpoint.ts';
import { fileTypeOf } from '@remembrance/contract/files.ts';
import { mailedCode } from '@remembrance/contract/limits.ts';
import {
  ada,
  another,
  type Person,
  questions,
  signUpBody,
  type VaultForm,
  vaultForm,
  wrongAnswers,
} from '@remembrance/contract/testing/cast.ts';
import type { Vault } from '@remembrance/contract/vaults.ts';
import type { LightMyRequestResponse } from 'fastify';
import { insertPayment } from '../src/payments/settlement/payment-store.ts';
import { findPlanByName } from '../src/plans/plan-store.ts';
import { advancePurchase, countVaultOn, insertPurchase } from '../src/plans/purchase-store.ts';
import { newPurchaseId } from '../src/platform/lib/ids.ts';
import { activateVault } from '../src/vaults/create/activate-vault.ts';
import type { Caller } from './caller.ts';
import type { TestApp } from './test-app.ts';

export interface Owner extends Caller, Person {
  id: string;
}

/** An owner with a confirmed address and a session. */
export async function signedIn(app: TestApp, person: Person = ada): Promise<Owner> {
  const caller = app.caller();
  await caller.ask(api.signUp, { body: signUpBody(person) });
  const { link } = await app.lastLetter('email-verification', person.email);
  const { user } = await caller.ask(api.confirmEmail, {
    body: { token: new URL(link).hash.slice(1) },
  });
  return { ...caller, ...person, id: user.id };
}

/**
 * An owner who signed up in one browser and confirmed the address in another: the account knows the first, which is also signed in
 * but has not proven the mailbox.
 */
export async function confirmedElsewhere(app: TestApp, person: Person): Promise<{ owner: Owner; first: Caller }> {
  const [first, caller] = [app.caller(), app.caller()];
  const { email, password } = person;
  await first.ask(api.signUp, { body: signUpBody(person) });
  const token = new URL((await app.lastLetter('email-verification', email)).link).hash.slice(1);
  const { user } = await caller.ask(api.confirmEmail, { body: { token, password } });
  await first.ask(api.signIn, { body: { email, password } });
  return { owner: { ...caller, ...person, id: user.id }, first };
}

/** Signs in by password as a person does: in a browser unknown to the account, with the code from the letter. */
export async function signInBy(
  app: TestApp,
  caller: Caller,
  { email, password }: Pick<Person, 'email' | 'password'>,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  const answer = await caller.call(api.signIn, { body: { email, password }, headers });
  if (answer.statusCode !== 403 || answer.json().code !== 'sign-in-code-needed') return answer;
  if (answer.json().retryAt) {
    // Other browsers have used up the letters that are sent at once.
    app.clock.pass({ minutes: mailedCode.minutes });
    await caller.ask(api.resendSignInCode);
  }
  const { code } = await app.lastLetter('sign-in-code', email);
  return caller.call(api.answerSignInCode, { body: { code }, headers });
}

/** Another browser in which the owner is signed in. */
export async function otherBrowser(
  app: TestApp,
  person: Pick<Person, 'email' | 'password'>,
  { network, headers }: { network?: string; headers?: Record<string, string> } = {},
): Promise<Caller> {
  const caller = app.caller(network);
  const answer = await signInBy(app, caller, person, headers);
  if (answer.statusCode !== 200) throw new Error(`signing in was answered with ${answer.statusCode} ${answer.body}`);
  return caller;
}

/** Signs in again after the session has ended: in a browser that the account knows or, with its app, in one that it has forgotten. */
export async function signInAgain(owner: Owner, app?: TestApp): Promise<void> {
  const body = { email: owner.email, password: owner.password };
  if (!app) await owner.ask(api.signIn, { body });
  else if ((await signInBy(app, owner, owner)).statusCode !== 200) throw new Error('the owner could not sign in again');
}

/** An unpaid vault, unless the owner's plan has a free place. */
export const draftVault = (owner: Owner, changes: Partial<VaultForm> = {}): Promise<Vault> =>
  owner.ask(api.createVault, { body: vaultForm(changes) });

export interface PaidVault extends Vault {
  /** The executor's code; empty if the form named no executor. */
  code: string;
}

/** A paid vault. */
export async function paidVault(app: TestApp, owner: Owner, changes: Partial<VaultForm> = {}): Promise<PaidVault> {
  const draft = await draftVault(owner, changes);
  if (draft.paymentStatus === 'unpaid') await pay(app, owner, draft);
  const { executorEmail } = vaultForm(changes);
  const code = !executorEmail ? '' : (await app.lastLetter('executor-code', executorEmail)).code;
  return { ...(await owner.ask(api.getVault, { params: { id: draft.id } })), code };
}

/** A paid vault with an owner, a recipient and an executor whom no other vault of the test file has. */
export async function vaultOfNewPeople(
  app: TestApp,
  changes: Partial<VaultForm> = {},
): Promise<PaidVault & { owner: Owner; executorEmail: string }> {
  const number = ++people;
  const owner = await signedIn(app, another(ada, number));
  const addresses = { recipientEmail: `rosa-${number}@example.com`, executorEmail: `edda-${number}@example.com` };
  const form = { ...addresses, ...changes };
  return { ...(await paidVault(app, owner, form)), owner, executorEmail: form.executorEmail ?? '' };
}
let people = 5000;

/** Stores the purchase as a real payment would, and activates the vault. */
export async function pay({ database, services, clock }: TestApp, owner: Owner, vault: Vault): Promise<void> {
  const now = clock.now();
  const plan = await findPlanByName(database, vault.planType);
  if (!plan) throw new Error(`there is no plan ${vault.planType}`);
  await database.transaction(async (tx) => {
    const ids = { id: newPurchaseId(now), stripeSubscriptionId: null, stripePaymentIntentId: null };
    const purchase = await insertPurchase(tx, { ...ids, userId: owner.id, planId: plan.id }, now);
    await advancePurchase(tx, purchase.id, { status: 'paid', periodStart: null, periodEnd: null }, now);
    await countVaultOn(tx, purchase.id);
    await insertPayment(tx, chargeOf(owner, purchase.id, now));
    await activateVault(services, tx, { vaultId: vault.id, paymentStatus: 'paid', purchaseId: purchase.id });
  });
}

/** What a payment of an owner leaves in the database. */
export const chargeOf = ({ id: userId, email: billedEmail }: Owner, id: string, at: Date) => {
  const cents = { totalCents: 2999, paidCents: 2999, refundedCents: 0 };
  return {
    id,
    userId,
    intentId: null,
    description: 'A plan',
    billedName: '',
    billedEmail,
    ...cents,
    isDisputed: false,
    at,
  };
};

interface TestFile {
  name: string;
  type: string;
  bytes: Buffer;
}

/** Stores a file in a vault. Once the vault is activated this uses an edit. */
export async function addFile(owner: Owner, vaultId: string, file: TestFile) {
  const params = { id: vaultId };
  const fileId = await uploadFile(owner, vaultId, file);
  const vault = await owner.ask(api.getVault, { params });
  if (vault.paymentStatus !== 'unpaid') {
    const before = await owner.ask(api.listFiles, { params });
    await saveFiles(owner, vault, { files: [...before.map(({ id }) => ({ id })), { id: fileId }] });
  }
  const files = await owner.ask(api.listFiles, { params });
  return files.find(({ id }) => id === fileId) ?? Promise.reject(new Error('the file is not listed'));
}

/** Uploads a file, which is pending until a save names it, unless the vault is a draft. Returns its id. */
export async function uploadFile(owner: Owner, vaultId: string, { name, type, bytes }: TestFile, isPending = false) {
  const body = { fileName: name, mimeType: type, fileType: fileTypeOf(type), isPending };
  const { uploadUrl, fileId } = await owner.ask(api.requestUpload, { params: { id: vaultId }, body });
  const answer = await put(owner, uploadUrl, bytes);
  if (answer.statusCode !== 204) throw new Error(`the upload was answered ${answer.statusCode} ${answer.body}`);
  return fileId;
}

type Saved = Pick<BodySent<typeof api.editVault>, 'files' | 'removedFiles'>;

/** Saves the files of a vault and changes nothing else. */
export const saveFiles = (owner: Owner, vault: Vault, files: Saved) => owner.ask(api.editVault, saveOf(vault, files));

export const saveOf = ({ id }: Vault, files: Saved) => ({ params: { id }, body: files });

/** Sends bytes to an upload link. */
export const put = (caller: Caller, uploadUrl: string, bytes: Buffer) =>
  caller.send({
    method: 'PUT',
    url: uploadUrl,
    payload: Buffer.from(bytes), // an upload frees the memory of its bytes
    headers: { 'content-type': 'application/octet-stream' },
  });

export interface ReleasedVault extends PaidVault {
  /** The token in the recipient's link. */
  token: string;
}

/** A vault released by its executor. */
export async function releasedVault(
  app: TestApp,
  owner: Owner,
  changes: Partial<VaultForm> = {},
): Promise<ReleasedVault> {
  return release(app, await paidVault(app, owner, changes));
}

export async function release<V extends PaidVault>(app: TestApp, vault: V): Promise<V & ReleasedVault> {
  const body = { accessCode: vault.code };
  const { releasedAt } = await app.caller().ask(api.releaseVault, { params: { vaultId: vault.id }, body });
  const { link } = await app.lastLetter('recipient-invitation', vault.recipientEmail);
  return { ...vault, status: 'released', releasedAt: releasedAt ?? null, token: tokenOf(link) };
}

/** The token at the end of a recipient's link. */
export const tokenOf = (link: string): string => link.slice(link.lastIndexOf('/') + 1);

export interface Recipient extends Caller {
  content: ReplyOf<typeof api.verifyAccessAnswers>;
}

type Invited = Pick<ReleasedVault, 'token' | 'recipientEmail'>;

/** The recipient's browser after the email step. */
export async function atQuestions(app: TestApp, { token, recipientEmail: email }: Invited): Promise<Caller> {
  const caller = app.caller();
  await caller.ask(api.verifyAccessEmail, { body: { token, email } });
  return caller;
}

/** Gives wrong answers `count` times. */
export async function answerWrongly(caller: Caller, { token }: ReleasedVault, count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    await caller.refused(api.verifyAccessAnswers, { body: { token, answers: wrongAnswers } });
  }
}

/** Requests a code and enters the one from the newest letter. */
export async function proveMailbox(app: TestApp, caller: Caller, vault: Invited): Promise<void> {
  const { token, recipientEmail } = vault;
  await caller.ask(api.sendAccessCode, { body: { token } });
  const { code } = await app.lastLetter('recipient-code', recipientEmail);
  await caller.ask(api.verifyAccessCode, { body: { token, code } });
}

/** The recipient after the email step and the answers. */
export async function recipientOf(app: TestApp, vault: Invited): Promise<Recipient> {
  const { token } = vault;
  const caller = await atQuestions(app, vault);
  const state = await caller.ask(api.verifyAccess, { query: { token } });
  if (state.step === 'code') await proveMailbox(app, caller, vault);
  const answers = questions.filter(({ question }) => state.questions?.includes(question));
  return { ...caller, content: await caller.ask(api.verifyAccessAnswers, { body: { token, answers } }) };
}
