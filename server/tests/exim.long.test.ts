// Emails behind a real mail server: Debian's Exim as the smarthost, its own bounces, and Dovecot with their mailbox. Nothing is
// lost, and a repeat has the same Message-ID.

import { rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { api } from '@remembrance/contract/api.ts';
import { ada, another, edda } from '@remembrance/contract/testing/cast.ts';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testBounces } from '../src/commands/admin/test-bounces.ts';
import { acts, letters } from '../src/platform/database/schema.ts';
import { type DebianMail, openDebianMail } from '../testing/debian-mail.ts';
import { paidVault, signedIn } from '../testing/people.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { makeTestFolder } from '../testing/test-folder.ts';
import { until } from '../testing/until.ts';

let home: string;
let mail: DebianMail;
let link: Awaited<ReturnType<typeof openLink>>;
let app: TestApp;
beforeAll(async () => {
  home = makeTestFolder();
  mail = await openDebianMail(home);
  link = await openLink(mail.smtpPort);
  app = await openTestApp({
    SMTP_URL: `smtp://127.0.0.1:${link.port}`,
    BOUNCE_ADDRESS: 'bounce@mail.keep.example',
    BOUNCE_IMAP_URL: mail.imapUrl,
  });
}, 60_000);
afterAll(async () => {
  await app?.close();
  await link?.close();
  await mail?.close();
  rmSync(home, { recursive: true, force: true });
});

const { signal } = new AbortController();
const readBounces = () => app.services.readBounces(signal);
const lettersTo = (recipient: string) =>
  app.database
    .select()
    .from(letters)
    .where(and(eq(letters.recipient, recipient), eq(letters.kind, 'executor-code')));
const letterTo = async (recipient: string) => {
  const [letter] = await lettersTo(recipient);
  if (!letter) throw new Error(`no letter to ${recipient}`);
  return letter;
};
const stepsOf = async (letterId: string) => {
  const found = await app.database.select().from(acts).where(eq(acts.letterId, letterId)).orderBy(acts.at, acts.id);
  return found.map(({ event }) => event);
};
/** The Message-IDs that arrived for an address. */
const arrivedFor = (address: string) =>
  mail.emailsTo(address).map(({ text }) => /^Message-ID: (.*)$/im.exec(text)?.[1]);

let owners = 0;
/** A vault whose executor has this address; its code's email waits. */
async function vaultFor(beginning: string) {
  owners += 1;
  const owner = await signedIn(app, another(ada, owners));
  const executorEmail = `${beginning}${owners}@${edda.email.split('@')[1]}`;
  const vault = await paidVault(app, owner, { executorEmail });
  return { owner, vault, executorEmail };
}
const codeIn = async ({ owner, vault }: Awaited<ReturnType<typeof vaultFor>>) =>
  (await owner.ask(api.getVault, { params: { id: vault.id } })).codes[0];

/** Sends whatever is due now and again after each hour, until nothing waits. */
async function sendEverything(hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour += 1) {
    await app.sendLetters();
    if ((await app.database.$count(letters, eq(letters.status, 'queued'))) === 0) return;
    app.clock.pass({ hours: 1 });
  }
}

test('the settings work as the guide says: an email to the bounce address arrives in its mailbox', async () => {
  const delivery = setInterval(() => mail.runQueue(), 300);
  try {
    expect(await testBounces(app.services)).toMatch(/arrived in its mailbox after \d+ seconds/);
  } finally {
    clearInterval(delivery);
  }
  await readBounces();
  expect(mail.bounces()).toMatchObject([{ flags: 'S' }]);
  expect(app.services.bounceWatch?.findFailure()).toBeNull();
});

test('an accepted email names the server, and leaves with its own return path', async () => {
  const { executorEmail } = await vaultFor('edda-');
  await sendEverything(1);
  mail.runQueue();
  const letter = await letterTo(executorEmail);
  expect(letter).toMatchObject({ status: 'sent', doubt: null });
  expect(letter.acceptedBy).toMatch(/^127\.0\.0\.1: 250 OK id=/);
  const [email] = mail.emailsTo(executorEmail);
  expect(email?.text).toMatch(/^Return-path: <bounce\+[\da-v]{26}\.[\da-v]{16}@mail\.keep\.example>/m);
  expect(email?.text).toContain('From: Remembrance <letters@remembrance.example>');
});

test('LET-80: an email that bounces an hour later is in doubt, once, by however many readers, and its owner sees it', async () => {
  const made = await vaultFor('nobody-');
  await sendEverything(1);
  expect(await letterTo(made.executorEmail)).toMatchObject({ status: 'sent', doubt: null });
  app.clock.pass({ hours: 1 });
  mail.runQueue();
  mail.addToBounces('To: bounce@mail.keep.example\nSubject: buy\n\nnow');
  mail.runQueue();
  await Promise.all([readBounces(), readBounces()]);
  const letter = await letterTo(made.executorEmail);
  expect(letter).toMatchObject({ status: 'sent', doubt: 'address-unknown', doubtedAt: app.clock.now() });
  expect((await stepsOf(letter.id)).filter((event) => event === 'letter-doubted')).toHaveLength(1);
  expect(await codeIn(made)).toMatchObject({ letter: 'accepted', doubt: 'address-unknown' });
  const flags = mail.bounces().map((email) => [/^Subject: (.*)$/m.exec(email.text)?.[1], email.flags]);
  expect(flags).toContainEqual(['Mail delivery failed: returning message to sender', 'S']);
  expect(flags).toContainEqual(['buy', 'F']);
});

test('an email that Exim cannot deliver for some time is first delayed, and in doubt once Exim gives it up', async () => {
  const { executorEmail } = await vaultFor('slow-');
  await sendEverything(1);
  const { id } = await letterTo(executorEmail);
  const look = async () => {
    mail.runQueue();
    await readBounces();
    return { steps: await stepsOf(id), doubt: (await letterTo(executorEmail)).doubt };
  };
  await until(look).toMatchObject({ steps: expect.arrayContaining(['letter-delayed']), doubt: null });
  await until(look).toMatchObject({ doubt: 'other' });
  expect((await look()).steps.slice(-2)).toEqual(['letter-delayed', 'letter-doubted']);
});

test('a server that defers gets every email later, once', async () => {
  mail.defer(true);
  const { executorEmail } = await vaultFor('edda-');
  await sendEverything(5);
  const waiting = await letterTo(executorEmail);
  expect(waiting).toMatchObject({ status: 'queued', attempts: 5 });
  mail.defer(false);
  app.clock.pass({ days: 1 });
  await sendEverything(1);
  mail.runQueue();
  expect(await letterTo(executorEmail)).toMatchObject({ status: 'sent', doubt: null });
  expect(arrivedFor(executorEmail)).toEqual([waiting.messageId]);
});

test('a server that refuses an address ends its email at once, and one that refuses us goes on being tried', async () => {
  const [unknown, refused] = [await vaultFor('unknown-'), await vaultFor('refused-')];
  await app.sendLetters();
  expect(await letterTo(unknown.executorEmail)).toMatchObject({ status: 'failed', doubt: null });
  expect(await letterTo(refused.executorEmail)).toMatchObject({ status: 'queued', attempts: 1, doubt: null });
  expect(await codeIn(unknown)).toMatchObject({ letter: 'undelivered' });
  await app.database.delete(letters).where(eq(letters.recipient, refused.executorEmail));
});

test('a server that is down for thirty days gets every email when it is back, once', async () => {
  await mail.stop();
  const vaults = [await vaultFor('edda-'), await vaultFor('edda-'), await vaultFor('edda-')];
  const ids = await Promise.all(vaults.map(async ({ executorEmail }) => (await letterTo(executorEmail)).messageId));
  for (let hour = 0; hour < 30 * 24; hour += 6) {
    await app.sendLetters();
    app.clock.pass({ hours: 6 });
  }
  for (const { executorEmail } of vaults)
    expect(await letterTo(executorEmail)).toMatchObject({ status: 'queued', attempts: 0 });
  await mail.start();
  await sendEverything(2);
  mail.runQueue();
  expect(vaults.map(({ executorEmail }) => arrivedFor(executorEmail))).toEqual(ids.map((id) => [id]));
});

test('an answer that is lost after the text repeats the email under the same Message-ID, and loses none', async () => {
  const { executorEmail } = await vaultFor('edda-');
  link.loseAnswers(true);
  await app.sendLetters();
  const unanswered = await letterTo(executorEmail);
  expect(unanswered).toMatchObject({ status: 'queued', unansweredAttempts: 1 });
  link.loseAnswers(false);
  app.clock.pass({ hours: 1 });
  await sendEverything(1);
  mail.runQueue();
  expect(await letterTo(executorEmail)).toMatchObject({ status: 'sent', doubt: null });
  expect(arrivedFor(executorEmail)).toEqual([unanswered.messageId, unanswered.messageId]);
});

test('in the end every email was accepted or refused, and none is lost', async () => {
  await sendEverything(3);
  mail.runQueue();
  expect(await app.database.$count(letters, eq(letters.status, 'queued'))).toBe(0);
  const sent = await app.database.select().from(letters).where(eq(letters.status, 'sent'));
  for (const { recipient, messageId, doubt } of sent)
    expect(arrivedFor(recipient).includes(messageId), recipient).toBe(doubt === null);
  expect(app.logLines).toEqual([]);
});

/** A network between the service and the mail server, which can lose the answer to a text. */
async function openLink(target: number) {
  let isLossy = false;
  const sockets = new Set<Socket>();
  const server = createServer((inward) => {
    const outward = connect(target, '127.0.0.1');
    let isText = false;
    for (const socket of [inward, outward]) {
      sockets.add(socket);
      socket.on('error', () => {}); // the close event ends the other side
      socket.on('close', () => sockets.delete(socket));
    }
    inward.on('data', (chunk) => outward.write(chunk));
    outward.on('data', (chunk: Buffer) => {
      if (isLossy && isText) return void inward.destroy();
      isText = /^354 /m.test(chunk.toString('latin1'));
      inward.write(chunk);
    });
    inward.on('close', () => outward.destroy());
    outward.on('close', () => inward.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    port: (server.address() as AddressInfo).port,
    loseAnswers(isOn: boolean) {
      isLossy = isOn;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
