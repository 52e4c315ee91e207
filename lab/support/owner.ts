// An owner in the benchmarks: an account, vaults on a trial without a card, uploads, and the letters to others.

import { api } from '@remembrance/contract/api.ts';
import { problemOf, Refused } from '@remembrance/contract/testing/caller.ts';
import { ada, signUpBody, vaultForm } from '@remembrance/contract/testing/cast.ts';
import { codeIn, linkIn, mailboxCodeIn } from '@remembrance/contract/testing/letter-words.ts';
import type { Vault } from '@remembrance/contract/vaults.ts';
import { type Answer, type Caller, createCaller, type Sending, send } from './http-client.ts';
import { devMailbox, type Letter, type Mailbox } from './mailbox.ts';
import { waitFor } from './wait.ts';

/** Runs a step, and retries it if the server became unavailable. */
export type Attempt = <T>(step: () => Promise<T>) => Promise<T>;

/** For a server that stays available: no retries. */
const once: Attempt = (step) => step();

export interface Opening {
  /** The browser, if a particular one is needed. */
  caller: Caller;
  mailbox: Mailbox;
  attempt?: Attempt;
}

/** Creates an account and signs in. Every step may be retried. */
export async function openAccount(
  url: string,
  email: string,
  { caller = createCaller(url), mailbox = devMailbox(url), attempt = once }: Partial<Opening> = {},
): Promise<Caller> {
  const person = { ...ada, email };
  await attempt(() => caller.ask(api.signUp, { body: signUpBody(person) }));
  const { text } = await awaitLetter(mailbox, email, 'confirmation', attempt);
  const token = new URL(linkIn(text)).hash.slice(1);
  await attempt(() => caller.ask(api.confirmEmail, { body: { token, password: ada.password } }).catch(unlessConfirmed));
  await attempt(() => caller.ask(api.signIn, { body: { email, password: ada.password } }));
  return caller;
}

// An earlier attempt, whose response was lost, has already confirmed the address.
function unlessConfirmed(error: unknown): void {
  if (!(error instanceof Refused) || error.code !== 'confirm-link-refused') throw error;
}

/** Signs in to an existing account from a new browser. */
export async function returnTo(url: string, email: string, mailbox?: Mailbox): Promise<Caller> {
  const caller = createCaller(url);
  await signInBy(caller, email, mailbox);
  return caller;
}

/** Signs in by password: in a browser that the account does not know, with the code from the letter. */
export async function signInBy(caller: Caller, email: string, mailbox = devMailbox(caller.url)): Promise<void> {
  if (await givePassword(caller, email)) return;
  const refused = new Set<string>();
  const enterNewest = async () => {
    // Each browser has its own code, and another one of this owner may have been mailed its code since.
    const letters = (await mailbox.lettersTo(email)).filter(known['sign-in code']);
    const codes = letters.map(({ text }) => mailboxCodeIn(text)).filter((code) => code !== '' && !refused.has(code));
    const code = codes.at(-1);
    if (code === undefined) return null;
    const answer = await caller.call(api.answerSignInCode, { body: { code } });
    if (answer.status === 200) return true;
    // The code of another sign-in is refused. After any other response the same code may still be right.
    const why = problemOf(answer).code;
    if (why === 'sign-in-code-refused') refused.add(code);
    if (why !== 'second-step-over') return null;
    // Another sign-in of this owner completed in the meantime, which ends this one, so the person starts again.
    refused.clear();
    return (await givePassword(caller, email)) || null;
  };
  const waiting = { what: `the sign-in code to ${email}`, seconds: letterWithinSeconds };
  if ((await waitFor(enterNewest, waiting)) === null) throw new NoLetter(`${email} got no sign-in code`);
}

/** @returns false if a code from the mailbox is needed */
async function givePassword(caller: Caller, email: string): Promise<boolean> {
  const answer = await caller.call(api.signIn, { body: { email, password: ada.password } });
  if (answer.status === 200) return true;
  if (problemOf(answer).code !== 'sign-in-code-needed') throw new Refused('signing in', answer);
  return false;
}

export interface VaultInput {
  title: string;
  recipientEmail: string;
  executorEmail: string;
  message: string;
  scheduledReleaseDate?: string;
}

/** An active vault: the first is activated by a trial without a card, the second uses the plan's free place. */
export async function openVault(owner: Caller, input: VaultInput, attempt: Attempt = once): Promise<Vault> {
  const id = await attempt(async () => {
    const vaults = await owner.ask(api.listVaults);
    const known = vaults.find(({ title }) => title === input.title); // created by an attempt without a response
    return known?.id ?? (await createVault(owner, input)).id;
  });
  const findPaid = () =>
    attempt(async () => {
      const vault = await owner.ask(api.getVault, { params: { id } });
      return vault.paymentStatus === 'unpaid' ? null : vault;
    });
  const paid = await findPaid();
  if (paid) return paid;
  await attempt(() =>
    owner.ask(api.createSubscription, { body: { vaultId: id, promo: 'freetrial' } }).catch(unlessPaid),
  );
  const found = await waitFor(findPaid, { what: `the payment of ${input.title}`, seconds: paidWithinSeconds });
  return found ?? Promise.reject(new StillUnpaid(`${input.title} is still unpaid after its payment was answered`));
}

/** A vault whose payment was acknowledged never became active. */
export class StillUnpaid extends Error {
  override name = 'StillUnpaid';
}

/** After a lost webhook event, reconciliation completes the payment. */
const paidWithinSeconds = 60;

// The webhook event of a trial may arrive after the response to its start was lost.
function unlessPaid(error: unknown): void {
  if (!(error instanceof Refused) || error.code !== 'already-paid') throw error;
}

const createVault = (owner: Caller, input: VaultInput): Promise<Vault> =>
  owner.ask(api.createVault, { body: vaultForm({ planType: 'premium_subscription', ...input }) });

export const requestUpload = (
  owner: Caller,
  vaultId: string,
  fileName: string,
): Promise<{ uploadUrl: string; fileId: string }> =>
  owner.ask(api.requestUpload, {
    params: { id: vaultId },
    body: { fileName, fileType: 'document', mimeType: 'application/octet-stream' },
  });

/** Sends bytes to an upload link, completely or cut off. */
export const sendUpload = (
  uploadUrl: string,
  bytes: Pick<Sending, 'body' | 'stream' | 'breakAfterBytes' | 'headers'>,
): Promise<Answer> =>
  send({
    method: 'PUT',
    url: uploadUrl,
    ...bytes,
    headers: { 'content-type': 'application/octet-stream', ...bytes.headers },
  });

/** Saves an active vault with an uploaded file. */
export const saveFile = (owner: Caller, vaultId: string, fileId: string): Promise<Answer> =>
  owner.call(api.editVault, { params: { id: vaultId }, body: { files: [{ id: fileId }] } });

/** A letter that takes longer than this is waiting for a retry, on any machine. */
const letterWithinSeconds = 60;

export function isInvitation({ subject }: Letter): boolean {
  return subject.startsWith('You Have a ');
}

/** The letters that a run waits for, and how it recognises each. */
const known = {
  confirmation: ({ subject }: Letter) => subject === 'Please confirm your email address',
  'executor code': ({ text }: Letter) => codeIn(text) !== '',
  'sign-in code': ({ subject }: Letter) => subject === 'Your code to sign in',
  'recipient code': ({ subject }: Letter) => subject === 'Your code for the next step',
  invitation: isInvitation,
};
export type Awaited = keyof typeof known;

async function findLetter(mailbox: Mailbox, email: string, what: Awaited): Promise<Letter | null> {
  return (await mailbox.lettersTo(email)).findLast(known[what]) ?? null;
}

/** A letter did not arrive in time. */
export class NoLetter extends Error {
  override name = 'NoLetter';
}

/** Waits for a letter, which is sent shortly after its cause or after the next start. @throws {NoLetter} */
export async function awaitLetter(
  mailbox: Mailbox,
  email: string,
  what: Awaited,
  attempt: Attempt = once,
): Promise<Letter> {
  const find = () => attempt(() => findLetter(mailbox, email, what));
  const waiting = { what: `the ${what} to ${email}`, seconds: letterWithinSeconds };
  return (await waitFor(find, waiting)) ?? Promise.reject(new NoLetter(`${email} got no ${what}`));
}
