// A complete journey through a proxy: a vault with a 30 MB file, its release, and its recipient. Each person has their own
// network.

import { randomBytes } from 'node:crypto';
import { api } from '@remembrance/contract/api.ts';
import { createCallerOver } from '@remembrance/contract/testing/caller.ts';
import { questions, vaultForm } from '@remembrance/contract/testing/cast.ts';
import { codeIn, linkIn } from '@remembrance/contract/testing/letter-words.ts';
import { type Answer, type Caller, send } from '../support/http-client.ts';
import type { FullMailbox } from '../support/mailbox.ts';
import { awaitLetter, openAccount, openVault, requestUpload } from '../support/owner.ts';
import { type Browser, openBrowser, uploading, type Visit } from './browser.ts';

/** The networks that the service must see. */
export const networks = { owner: '127.0.0.2', executor: '127.0.0.3', recipient: '127.0.0.4' };
/** A network that a client may claim to come from. */
export const claimedNetwork = '203.0.113.9';

const fileBytes = 30 * 1024 ** 2;

export interface Journey {
  file: Buffer;
  /** The status of the upload. */
  uploaded: number;
  /** Downloads the recipient's page, the file, a range of it, and the archive of everything. */
  page: Answer;
  whole: Answer;
  part: Answer;
  everything: Answer;
  /** Two links that contain a secret, one in the path and one in the query. */
  links: { invitation: string; download: string };
  /** The number of requests that the proxy has answered. */
  requests: number;
}

interface Way extends Omit<Visit, 'from'> {
  mailbox: FullMailbox;
}

export async function goThrough({ site, secrets, mailbox }: Way): Promise<Journey> {
  let requests = 0;
  const browsers: Browser[] = [];
  const personAt = (from: string) => {
    const browser = openBrowser({ site, secrets, from });
    browsers.push(browser);
    const send: Browser['send'] = ({ headers, ...request }) => {
      requests += 1;
      return browser.send({ ...request, headers: { ...headers, 'x-forwarded-for': claimedNetwork } });
    };
    return { send, caller: createCallerOver(send, site.url) };
  };
  const [owner, executor, recipient] = [networks.owner, networks.executor, networks.recipient].map(personAt);
  if (!owner || !executor || !recipient) throw new Error('three people are needed');
  try {
    const vault = await createVault(owner, mailbox);
    const invitation = await release(executor.caller, vault, mailbox);
    const read = await readVault(recipient, invitation, vault.recipientEmail);
    for (const letter of await mailbox.all()) secrets.letter(letter);
    return { ...vault, ...read, requests };
  } finally {
    for (const browser of browsers) browser.close();
  }
}

export interface Person {
  send: Browser['send'];
  caller: Caller;
}

/** @param address of the service, which is asked without its proxy */
export function personBehind(address: string, publicUrl: string): Person {
  const through: Person['send'] = ({ url, headers, ...request }) => {
    const { pathname, search } = new URL(url);
    const { host } = new URL(publicUrl);
    return send({ ...request, url: `http://${address}${pathname}${search}`, headers: { ...headers, host } });
  };
  return { send: through, caller: createCallerOver(through, publicUrl) };
}

export interface CreatedVault {
  id: string;
  code: string;
  recipientEmail: string;
  file: Buffer;
  uploaded: number;
}

export async function createVault({ send, caller }: Person, mailbox: FullMailbox): Promise<CreatedVault> {
  const suffix = randomBytes(4).toString('hex');
  const [email, executorEmail, recipientEmail] = ['ada', 'edda', 'rosa'].map((name) => `${name}-${suffix}@example.com`);
  if (!email || !executorEmail || !recipientEmail) throw new Error('three addresses are needed');
  await openAccount(caller.url, email, { caller, mailbox });
  const input = {
    title: 'For Rosa, from the harbour',
    message: 'The heron came back this morning.',
    recipientEmail,
    executorEmail,
  };
  const { id } = await caller.ask(api.createVault, { body: vaultForm({ planType: 'premium_subscription', ...input }) });
  const file = randomBytes(fileBytes);
  const { uploadUrl } = await requestUpload(caller, id, 'harbour-in-the-evening.mp4');
  const { status } = await send({ method: 'PUT', url: uploadUrl, headers: uploading, body: file });
  await openVault(caller, input);
  const code = codeIn((await awaitLetter(mailbox, executorEmail, 'executor code')).text);
  return { id, code, recipientEmail, file, uploaded: status };
}

/** @returns the link in the recipient's letter */
export async function release(
  executor: Caller,
  { id, code, recipientEmail }: CreatedVault,
  mailbox: FullMailbox,
): Promise<string> {
  const body = { accessCode: code };
  await executor.ask(api.verifyExecutor, { body });
  await executor.ask(api.releaseVault, { params: { vaultId: id }, body });
  return linkIn((await awaitLetter(mailbox, recipientEmail, 'invitation')).text, '/vault-access/');
}

export async function readVault({ send, caller }: Person, invitation: string, email: string) {
  const get = (link: string, headers: Record<string, string> = {}) =>
    send({ method: 'GET', url: link, headers: { ...caller.headers(), referer: invitation, ...headers } });
  const page = await get(invitation);
  const token = new URL(invitation).pathname.split('/').at(-1) ?? '';
  await caller.ask(api.verifyAccess, { query: { token } });
  await caller.ask(api.verifyAccessEmail, { body: { token, email } });
  const { files, everythingUrl } = await caller.ask(api.verifyAccessAnswers, { body: { token, answers: questions } });
  const download = files[0]?.downloadUrl ?? '';
  return {
    page,
    whole: await get(download),
    part: await get(download, { range: 'bytes=20000000-20999999' }),
    everything: await get(everythingUrl),
    links: { invitation, download },
  };
}
