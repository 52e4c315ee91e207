// The server under attack, started for each attack. It must work before and after the attack, because a dead server would
// also refuse everything.

import { api } from '@remembrance/contract/api.ts';
import { health } from '@remembrance/contract/service.ts';
import { codeIn, linkIn } from '@remembrance/contract/testing/letter-words.ts';
import { type Caller, createCaller, send } from '../support/http-client.ts';
import { createInstallation, type Installation, type ServerProcess } from '../support/installation.ts';
import { type FaultyMailServer, openFaultyMailServer } from '../support/mail-server.ts';
import { devMailbox, type Mailbox } from '../support/mailbox.ts';
import { awaitLetter, openAccount, openVault, type VaultInput } from '../support/owner.ts';
import { copySources } from '../support/source-copy.ts';
import type { Log } from '../support/wait.ts';

export interface Target {
  url: string;
  installation: Installation;
  /** Its clock can be moved. */
  server: ServerProcess;
  mailbox: Mailbox;
  /** The number of tries: 1 in the short form. */
  size: number;
  log: Log;
}

export interface Attack {
  /** The settings of the attacked server. */
  settings?: Record<string, string>;
  /** The attacked server sends letters through the attack's own mail server. */
  withMail?: boolean;
  /** Returns the number of attempts. */
  run(target: Target, breach: (words: string) => void): Promise<number>;
}

export interface AttackReport {
  tries: number;
  /** Each violation is a sentence; the list is empty if there are none. */
  breaches: string[];
  seconds: number;
}

const fewestTries = 20;

interface Options {
  size: number;
  planted?: string | undefined;
  log: Log;
}

export async function runAttack(attack: Attack, { size, planted, log }: Options): Promise<AttackReport> {
  const began = performance.now();
  const mail: FaultyMailServer | null = attack.withMail ? await openFaultyMailServer() : null;
  const settings = { ...attack.settings, ...(mail ? { SMTP_URL: mail.url } : {}) };
  const sources = copySources(planted);
  const installation = await createInstallation({ settings, sources: sources.server });
  const server = installation.spawn('testing/test-server.ts');
  const breaches = new Set<string>();
  try {
    await server.ready();
    const target = {
      url: installation.url,
      installation,
      server,
      mailbox: mail ?? devMailbox(installation.url),
      size,
      log,
    };
    await expectAlive(target, 'before');
    const tries = await attack.run(target, (words) => breaches.add(words));
    if (tries < fewestTries) breaches.add(`only ${tries} tries: this attack proves nothing`);
    await expectAlive(target, 'after');
    return { tries, breaches: [...breaches], seconds: Math.round((performance.now() - began) / 1000) };
  } finally {
    if (server.hasEnded()) log(installation.readLog().slice(-2000));
    else await server.stop();
    await mail?.close();
    installation.remove();
    sources.remove();
  }
}

/** @throws if the server does not respond or an owner cannot sign in. */
async function expectAlive({ url, server, mailbox }: Target, when: string): Promise<void> {
  const { status } = await send({ method: 'GET', url: url + health.path });
  if (status !== 200 || server.hasEnded()) throw new Error(`the server does not work ${when} the attack: ${status}`);
  const owner = await openAccount(url, `alive-${when}@example.com`, { mailbox });
  await owner.ask(api.listVaults);
}

let people = 0;

/** An owner with a unique address. */
export async function newOwner({ url, mailbox }: Target): Promise<Caller & { email: string }> {
  const email = `owner-${++people}@example.com`;
  return { ...(await openAccount(url, email, { mailbox })), email };
}

export interface OpenVault extends VaultInput {
  id: string;
  /** The executor's code. */
  code: string;
}

/** An active vault with its own people. */
export async function newVault(target: Target, owner: Caller, changes: Partial<VaultInput> = {}): Promise<OpenVault> {
  const number = ++people;
  const input = {
    title: `Vault ${number}`,
    message: `What is written in vault ${number}.`,
    recipientEmail: `recipient-${number}@example.com`,
    executorEmail: `executor-${number}@example.com`,
    ...changes,
  };
  const { id } = await openVault(owner, input);
  const { text } = await awaitLetter(target.mailbox, input.executorEmail, 'executor code');
  return { ...input, id, code: codeIn(text) };
}

export const releaseBy = ({ url }: Target, { id, code }: OpenVault) =>
  createCaller(url).call(api.releaseVault, { params: { vaultId: id }, body: { accessCode: code } });

/** The token in the recipient's letter, which is sent at the release. */
export async function tokenOf({ mailbox }: Target, { recipientEmail }: OpenVault): Promise<string> {
  const { text } = await awaitLetter(mailbox, recipientEmail, 'invitation');
  return linkIn(text).split('/').at(-1) ?? '';
}

export const times = <T>(count: number, make: (number: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, number) => make(number)));
