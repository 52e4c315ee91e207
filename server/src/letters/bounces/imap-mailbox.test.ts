// The mailbox over IMAP: what we read and mark. No server can hang us, flood us, or make us print the password.
import { afterEach, expect, test } from 'vitest';
import { openImapServer } from '../../../testing/imap-server.ts';
import { until } from '../../../testing/until.ts';
import { type Handled, MailboxUnavailable } from './bounce-mailbox.ts';
import { createImapMailbox } from './imap-mailbox.ts';

const toClose: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0)) await close();
});

const soon = { connectSeconds: 5, answerSeconds: 5, runSeconds: 20 };
async function open(...messages: (Buffer | string)[]) {
  const server = await openImapServer(...messages);
  toClose.push(server.close);
  return { server, mailbox: createImapMailbox({ url: server.url, timeouts: soon }) };
}
const { signal } = new AbortController();
const message = (number: number) => `Message-ID: <${number}@keep.example>\r\nSubject: ${number}\r\n\r\nhello\r\n`;
const subjectOf = (source: Uint8Array) => Number(/Subject: (\d+)/.exec(Buffer.from(source).toString())?.[1]);

test('new messages are passed oldest first, and each is marked by its result', async () => {
  const { server, mailbox } = await open(message(1), message(2), message(3));
  const read: number[] = [];
  const handle = async (source: Uint8Array): Promise<Handled> => {
    read.push(subjectOf(source));
    return read.length === 2 ? 'left' : 'done';
  };
  expect(await mailbox.probe()).toBe(3);
  expect(server.flags()).toEqual(['', '', '']);
  await mailbox.read(handle, { max: 2, signal });
  expect(read).toEqual([1, 2]);
  expect(server.flags()).toEqual(['\\Seen', '\\Flagged', '']);
  await mailbox.read(handle, { max: 10, signal });
  await mailbox.read(handle, { max: 10, signal });
  expect(read).toEqual([1, 2, 3]);
  expect(await mailbox.probe()).toBe(0);
  expect(await mailbox.contains('<2@keep.example>')).toBe(true);
  expect(await mailbox.contains('<9@keep.example>')).toBe(false);
  const changes = server.commands.filter((command) => /STORE|EXPUNGE|DELETE|MOVE|COPY|CLOSE/.test(command));
  expect(changes.join('\n')).not.toMatch(/Deleted|EXPUNGE|MOVE|COPY/);
  expect(server.commands.filter((command) => /FETCH/.test(command)).join('\n')).not.toMatch(/BODY\[/);
});

test('only the beginning of a message of 20 MB is read', async () => {
  const { mailbox } = await open(Buffer.concat([Buffer.from(message(1)), Buffer.alloc(20 * 1024 ** 2, 'x')]));
  const sizes: number[] = [];
  const handle = async (source: Uint8Array): Promise<Handled> => {
    sizes.push(source.length);
    return 'done';
  };
  await mailbox.read(handle, { max: 10, signal });
  expect(sizes).toEqual([256 * 1024]);
});

test('a failure of our own code is not reported as the mailbox’s, and leaves the message new', async () => {
  const { server, mailbox } = await open(message(1));
  const fails = mailbox.read(() => Promise.reject(new Error('the database is away')), { max: 10, signal });
  await expect(fails).rejects.toThrow('the database is away');
  await expect(fails).rejects.not.toBeInstanceOf(MailboxUnavailable);
  expect(server.flags()).toEqual(['']);
});

test('a message that disappears in between is skipped', async () => {
  const { server, mailbox } = await open(message(1), message(2));
  server.meet = (command, reply) => {
    if (!command.startsWith('UID FETCH 1 ')) return false;
    reply('TAG OK nothing');
    return true;
  };
  const read: number[] = [];
  const handle = async (source: Uint8Array): Promise<Handled> => {
    read.push(subjectOf(source));
    return 'done';
  };
  await mailbox.read(handle, { max: 10, signal });
  expect(read).toEqual([2]);
});

async function problemOf(change: (server: Awaited<ReturnType<typeof openImapServer>>) => void, shorter = {}) {
  const { server } = await open(message(1));
  change(server);
  const mailbox = createImapMailbox({ url: server.url, timeouts: { ...soon, ...shorter } });
  const error = await mailbox.read(async () => 'done', { max: 10, signal }).catch((failure: Error) => failure);
  expect(error).toBeInstanceOf(MailboxUnavailable);
  expect(`${(error as Error).message} ${(error as Error).stack} ${JSON.stringify(error)}`).not.toMatch(
    /hunter2|us@keep/,
  );
  expect((error as Error).cause).toBeUndefined();
  return (error as Error).message;
}

type Server = Awaited<ReturnType<typeof openImapServer>>;
const refuse = (start: string, answer: string) => (server: Server) => {
  server.meet = (command, reply) => {
    if (command.startsWith(start)) reply(answer);
    return command.startsWith(start);
  };
};

test('no error contains the refused password', async () => {
  expect(
    await problemOf((server) => {
      server.password = 'other';
    }),
  ).toBe('the user name or the password is refused');
});

test.each<[string, (server: Server) => void, RegExp]>([
  ['a missing folder', refuse('SELECT', 'TAG NO [NONEXISTENT] hunter2 us@keep.example'), /folder|Error/],
  ['a refused search', refuse('UID SEARCH', 'TAG BAD us@keep.example'), /./],
  ['a refused mark', refuse('UID STORE', 'TAG NO us@keep.example'), /cannot be marked as read/],
  ['nonsense', refuse('UID SEARCH', '* )(}{ "us@keep.example\r\n\r\n'), /./],
])('%s is a sentence without the server’s words', async (_, change, expected) => {
  expect(await problemOf(change, { answerSeconds: 0.4 })).toMatch(expected);
});

test('a dropped or refused connection is named by its code', async () => {
  const dropped = await problemOf((server) => {
    server.meet = (command, _reply, socket) => {
      if (command.startsWith('UID FETCH')) socket.destroy();
      return command.startsWith('UID FETCH');
    };
  });
  expect(dropped).toMatch(/^\w+$/);
  const { server, mailbox } = await open();
  await server.close();
  toClose.pop();
  await expect(mailbox.probe()).rejects.toThrow('ECONNREFUSED');
});

test('a server that is silent at any step ends the run in bounded time', { tags: 'long' }, async () => {
  const silent = (at: string) =>
    problemOf(
      (server) => {
        server.meet = (command) => command.startsWith(at);
      },
      {
        answerSeconds: 0.2,
        runSeconds: 2,
      },
    );
  const quiet = problemOf(
    (server) => {
      server.greets = false;
    },
    { connectSeconds: 0.2 },
  );
  const found = await Promise.all([quiet, ...['LOGIN', 'SELECT', 'UID SEARCH', 'UID FETCH', 'UID STORE'].map(silent)]);
  for (const cause of found) expect(cause).not.toBe('');
});

test('a server that answers a byte at a time is cut off', { tags: 'long' }, async () => {
  const drip = await problemOf(
    (server) => {
      server.meet = (command, _reply, socket) => {
        if (!command.startsWith('UID FETCH')) return false;
        const timer = setInterval(() => socket.write('*'), 20);
        socket.on('close', () => clearInterval(timer));
        return true;
      };
    },
    { runSeconds: 0.5 },
  );
  expect(drip).not.toBe('');
});

test('a server that sends more than was asked for is cut off', async () => {
  const flood = (server: Server) => {
    server.meet = (command, reply) => {
      if (!command.startsWith('UID FETCH')) return false;
      reply(`* 1 FETCH (UID 1 BODY[]<0> {${2 ** 31}}`);
      return true;
    };
  };
  expect(await problemOf(flood)).toMatch(/./);
});

test('a stopping service ends the run', async () => {
  const { server, mailbox } = await open(message(1));
  const stopping = new AbortController();
  server.meet = (command) => command.startsWith('UID FETCH');
  const reading = mailbox.read(async () => 'done', { max: 10, signal: stopping.signal }).catch((error: Error) => error);
  await until(() => server.commands.at(-1)).toMatch(/FETCH/);
  stopping.abort();
  expect(await reading).toBeInstanceOf(MailboxUnavailable);
});

test('plain IMAP never sends the login to another machine', async () => {
  const { server } = await open();
  const url = server.url.replace('127.0.0.1', '0.0.0.0'); // it leads here, and is not known as this machine
  await expect(createImapMailbox({ url, timeouts: soon }).probe()).rejects.toBeInstanceOf(MailboxUnavailable);
  expect(server.commands).toContain('CAPABILITY');
  expect(server.commands.filter((command) => /LOGIN|AUTH/.test(command))).toEqual([]);
});
