// How every reply of a mail server is classified, and that nothing hangs forever.
import net, { type AddressInfo } from 'node:net';
import type { SMTPServerEnvelope, SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, test, vi } from 'vitest';
import { letterTo } from '../../../testing/letter-harness.ts';
import { answer, openMailServer } from '../../../testing/mail-server.ts';
import { MailDeclined, MailRefused, MailUnanswered, MailUnavailable } from './mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

/** Shortened only if the server hangs: real answers may take their time. */
const timeouts = { connectSeconds: 50, envelopeSeconds: 50, textSeconds: 50 };
const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

async function failureWith(options: SMTPServerOptions, shortened = {}): Promise<Error> {
  const server = await openMailServer(options);
  toClose.push(server.close);
  return failureAt(server.url, shortened);
}

async function failureAt(smtpUrl: string, shortened = {}): Promise<Error> {
  const mailer = createSmtpMailer({ smtpUrl, timeouts: { ...timeouts, ...shortened } });
  const failure = await mailer.send(letterTo('rosa@example.com')).catch((error: Error) => error);
  if (!(failure instanceof Error)) throw new Error('the letter went through');
  return failure;
}

/** A server that passes every connection to `meet`. */
async function openPort(meet: (socket: net.Socket) => void): Promise<string> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    meet(socket);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  toClose.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function expectOnlyThisLetter(failure: Error): void {
  expect(failure).not.toBeInstanceOf(MailDeclined);
  expect(failure).not.toBeInstanceOf(MailUnanswered);
  expect(failure).not.toBeInstanceOf(MailRefused);
  expect(failure).not.toBeInstanceOf(MailUnavailable);
}

const onRcptTo =
  (code: number, message: string): NonNullable<SMTPServerOptions['onRcptTo']> =>
  (_address, _session, done) =>
    done(answer(code, message));

test.each([
  [550, '5.1.1 no such user'],
  [553, '5.1.3 bad address'],
])('a reply of %i %s refuses the address permanently', async (code, message) => {
  expect(await failureWith({ onRcptTo: onRcptTo(code, message) })).toBeInstanceOf(MailRefused);
});

test.each([
  [550, 'relay not permitted'],
  [550, 'no such user'],
  [553, 'sorry'],
])('a reply of %i %s may be about us, so it does not refuse the address', async (code, message) => {
  expect(await failureWith({ onRcptTo: onRcptTo(code, message) })).toBeInstanceOf(MailDeclined);
});

test.each([
  [451, '4.7.1 greylisted'],
  [452, '4.2.2 mailbox full'],
  [552, '5.2.2 mailbox full'],
  [550, '5.7.1 your network is blocked'],
  [554, 'go away'],
])('a letter answered with %i %s is retried', async (code, message) => {
  const failure = await failureWith({ onRcptTo: onRcptTo(code, message) });
  expectOnlyThisLetter(failure);
});

test.each([451, 554])('a letter whose text is answered with %i is tried again', async (code) => {
  const failure = await failureWith({
    onData: (stream, _session, done) => stream.on('end', () => done(answer(code, 'not this'))).resume(),
  });
  expectOnlyThisLetter(failure);
});

test('a server that does not listen is unavailable', async () => {
  const server = await openMailServer();
  await server.close();
  expect(await failureAt(server.url)).toBeInstanceOf(MailUnavailable);
});

test('a server that accepts connections and sends nothing is unavailable', { tags: 'long' }, async () => {
  expect(await failureAt(await openPort(() => {}), { connectSeconds: 0.3 })).toBeInstanceOf(MailUnavailable);
});

test('a server that drops every connection is unavailable', async () => {
  expect(await failureAt(await openPort((socket) => socket.destroy()))).toBeInstanceOf(MailUnavailable);
});

test('a server that is too busy to greet is unavailable', async () => {
  expect(await failureAt(await openPort((socket) => socket.end('421 too busy\r\n')))).toBeInstanceOf(MailUnavailable);
});

test('a server that rejects us as a sender is unavailable', async () => {
  const failure = await failureWith({ onMailFrom: (_address, _session, done) => done(answer(550, '5.7.1 not you')) });
  expect(failure).toBeInstanceOf(MailUnavailable);
});

test('a server that refuses our password is unavailable, and the error does not contain the password', async () => {
  const server = await openMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(answer(535, '5.7.8 wrong')),
  });
  toClose.push(server.close);
  const failure = await failureAt(server.url.replace('//', '//keeper:a-secret@'));
  expect(failure).toBeInstanceOf(MailUnavailable);
  expect(`${failure.message} ${failure.stack}`).not.toContain('a-secret');
});

/** An SMTP server where `meet` may handle a line instead. */
const openScript = (meet: (line: string, socket: net.Socket) => boolean) =>
  openPort((socket) => {
    let inText = false;
    socket.write('220 here\r\n');
    socket.on('data', (chunk) => {
      const line = chunk.toString('latin1');
      if (meet(line, socket)) return;
      if (inText && !line.endsWith('\r\n.\r\n')) return;
      inText = line === 'DATA\r\n';
      socket.write(inText ? '354 go on\r\n' : '250 fine\r\n');
    });
  });
const isEndOfText = (line: string) => line.endsWith('\r\n.\r\n');

test('a server that hangs after the text leaves the letter without a reply, in bounded time', {
  tags: 'long',
}, async () => {
  expect(await failureWith({ onData: (stream) => stream.resume() }, { textSeconds: 0.5 })).toBeInstanceOf(
    MailUnanswered,
  );
});

test('a server that disconnects after the text leaves the letter without a reply', async () => {
  const failure = await failureAt(
    await openScript((line, socket) => {
      if (isEndOfText(line)) socket.destroy();
      return isEndOfText(line);
    }),
  );
  expect(failure).toBeInstanceOf(MailUnanswered);
  expect(failure.message).toBe('Connection closed unexpectedly');
});

test.each(['RCPT TO', 'DATA'])(
  'a server that hangs at %s fails only that letter, because it has no copy of it',
  async (at) => {
    const url = await openScript((line) => line.startsWith(at));
    expectOnlyThisLetter(await failureAt(url, { envelopeSeconds: 0.5 }));
  },
);

test.each([
  ['RCPT TO', MailUnavailable],
  ['\r\n.\r\n', MailUnanswered],
] as const)('a stopping service immediately aborts a letter that hangs at %j', async (at, outcome) => {
  const { promise: hanging, resolve } = Promise.withResolvers<void>();
  const smtpUrl = await openScript((line) => {
    if (line.includes(at)) resolve();
    return line.includes(at);
  });
  const mailer = createSmtpMailer({ smtpUrl });
  const stopping = new AbortController();
  const sending = mailer.send(letterTo('rosa@example.com'), stopping.signal).catch((error: Error) => error);
  await hanging;
  stopping.abort();
  expect(await sending).toBeInstanceOf(outcome);
});

test('the ledger, not the mail library, retries a letter after a broken connection', async () => {
  let connections = 0;
  const url = await openPort((socket) => {
    connections += 1;
    socket.destroy();
  });
  await failureAt(url);
  expect(connections).toBe(2); // the letter's connection, and the one that checks whether the server is up
});

test('a clock that goes back while a letter connects sets no timer that is too long for Node', async () => {
  const server = await openMailServer();
  const mailer = createSmtpMailer({ smtpUrl: server.url });
  const warnings: string[] = [];
  const note = ({ name }: Error) => warnings.push(name);
  process.on('warning', note);
  const { now } = Date;
  let yearsBack = 0;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => {
    setImmediate(() => ++yearsBack);
    return now() - yearsBack * 365 * 86_400_000;
  });
  toClose.push(
    server.close,
    () => clock.mockRestore(),
    () => process.off('warning', note),
  );
  await mailer.send(letterTo('rosa@example.com'));
  expect(yearsBack).toBeGreaterThan(1);
  expect(warnings).toEqual([]);
});

test('a clock that goes forward while a letter connects costs the letter no try', async () => {
  const server = await openMailServer();
  const mailer = createSmtpMailer({ smtpUrl: server.url });
  const { now } = Date;
  // Forward with every reading, so that it has moved between any two of the mailer, even if other code reads it too.
  let yearsAhead = 0;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + ++yearsAhead * 365 * 86_400_000);
  toClose.push(server.close, () => clock.mockRestore());
  const failure = await mailer.send(letterTo('rosa@example.com')).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(MailUnavailable);
  expect(failure).toMatchObject({ message: 'the clock was set forward' });
  clock.mockRestore();
  await mailer.send(letterTo('rosa@example.com'));
});

test('a mail server is probed until it has accepted us once, by one caller at a time', async () => {
  let met = 0;
  let letsIn = false;
  const server = await openMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onConnect: (_session, done) => {
      met += 1;
      done();
    },
    onAuth: (_auth, _session, done) => (letsIn ? done(null, { user: 'us' }) : done(answer(535, '5.7.8 not you'))),
  });
  toClose.push(server.close);
  const mailer = createSmtpMailer({ smtpUrl: server.url.replace('//', '//us:hunter2@'), timeouts });
  const asked = await Promise.allSettled([mailer.probe(), mailer.probe(), mailer.probe()]);
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  await expect(mailer.probe()).rejects.toMatchObject({
    name: 'MailUnavailable',
    message: expect.stringContaining('535 5.7.8 not you'),
  });
  expect(met).toBe(2);
  letsIn = true;
  await mailer.probe();
  letsIn = false;
  await mailer.probe();
  expect(met).toBe(3);
  const other = createSmtpMailer({ smtpUrl: 'smtp://127.0.0.1:9', timeouts });
  await expect(other.probe()).rejects.toThrow('ECONNREFUSED');
});

test('an accepted letter proves that the mail server accepts us, and returns its answer', async () => {
  const server = await openMailServer();
  const mailer = createSmtpMailer({ smtpUrl: server.url, timeouts });
  expect(await mailer.send(letterTo('rosa@example.com'))).toMatch(/^250 /);
  await server.close();
  await mailer.probe();
});

const returnPath = { address: 'bounce+abc.def@mail.keep.example', envelopeId: 'abc.def' };

test.each([true, false])(
  'the return path is the envelope sender, and reports are asked for only if they are offered: %s',
  async (isOffered) => {
    const envelopes: SMTPServerEnvelope[] = [];
    const server = await openMailServer({
      hideDSN: !isOffered,
      onRcptTo(_address, { envelope }, done) {
        envelopes.push(envelope);
        done();
      },
    });
    toClose.push(server.close);
    const mailer = createSmtpMailer({ smtpUrl: server.url, timeouts });
    await mailer.send(letterTo('rosa@example.com', { returnPath }));
    const [envelope] = envelopes;
    expect(envelope?.mailFrom).toMatchObject({ address: returnPath.address });
    expect(envelope?.rcptTo).toMatchObject([{ address: 'rosa@example.com' }]);
    expect(envelope?.dsn).toEqual(isOffered ? { ret: 'HDRS', envid: 'abc.def' } : undefined);
    const notify = { notify: ['FAILURE', 'DELAY'], orcpt: 'rfc822;rosa@example.com' };
    expect(envelope?.rcptTo[0]?.dsn).toEqual(isOffered ? notify : undefined);
    expect(server.arrived[0]?.raw).toMatch(/^From: Keepsake <letters@keep\.example>\r$/m);
    expect(server.arrived[0]?.raw).not.toContain('bounce');
  },
);

test('without a return path the envelope is that of version 1.0', async () => {
  const envelopes: SMTPServerEnvelope[] = [];
  const server = await openMailServer({
    hideDSN: false,
    onRcptTo(_address, { envelope }, done) {
      envelopes.push(envelope);
      done();
    },
  });
  toClose.push(server.close);
  await createSmtpMailer({ smtpUrl: server.url, timeouts }).send(letterTo('rosa@example.com'));
  expect(envelopes[0]).toMatchObject({ mailFrom: { address: 'letters@keep.example' } });
  expect(JSON.stringify(envelopes)).not.toMatch(/HDRS|FAILURE|orcpt":"/);
});
