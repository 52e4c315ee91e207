// For tests: a mailbox over IMAP in this process, as much of it as its one reader uses. A test may answer any command itself.
import { type AddressInfo, createServer, type Socket } from 'node:net';

interface StoredMessage {
  raw: Buffer;
  flags: Set<string>;
}

/** @returns whether it has answered the command */
type Meet = (command: string, reply: (line: string) => void, socket: Socket) => boolean;

export async function openImapServer(...raws: (Buffer | string)[]) {
  const messages: StoredMessage[] = raws.map((raw) => ({ raw: Buffer.from(raw), flags: new Set() }));
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  const state: { meet: Meet; password: string; greets: boolean } = {
    meet: () => false,
    password: 'hunter2',
    greets: true,
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {}); // tests disconnect on purpose
    if (state.greets) socket.write('* OK ready\r\n');
    let rest = '';
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('latin1')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) handle(line, socket);
    });
  });
  const handle = (line: string, socket: Socket) => {
    const [tag = '', ...words] = line.split(' ');
    const command = words.join(' ');
    const reply = (text: string) => void socket.write(`${text.replaceAll('TAG', tag)}\r\n`, 'latin1');
    commands.push(command.replace(/^(LOGIN) .*/, '$1'));
    if (state.meet(command, reply, socket)) return;
    if (/^LOGIN /.test(command) && !command.endsWith(`${state.password}"`) && !command.endsWith(` ${state.password}`))
      return reply('TAG NO [AUTHENTICATIONFAILED] hunter2 is wrong');
    for (const answer of answersTo(command, messages)) reply(answer);
    reply('TAG OK done');
    if (command === 'LOGOUT') socket.end();
  };
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    messages,
    commands,
    url: `imap://us%40keep.example:hunter2@127.0.0.1:${port}`,
    /** What the mailbox shows a person: the flags of each message. */
    flags: () => messages.map(({ flags }) => [...flags].join()),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  });
}

function answersTo(command: string, messages: StoredMessage[]): string[] {
  if (command === 'CAPABILITY') return ['* CAPABILITY IMAP4rev1'];
  if (command === 'LOGOUT') return ['* BYE'];
  if (/^(SELECT|EXAMINE) /.test(command))
    return [`* ${messages.length} EXISTS`, '* FLAGS (\\Seen \\Flagged)', '* OK [UIDVALIDITY 1] valid'];
  if (/^LIST /.test(command)) return ['* LIST () "/" INBOX'];
  if (/^UID SEARCH /.test(command)) return [`* SEARCH ${findUids(command, messages).join(' ')}`.trimEnd()];
  const [, verb, uid = '', rest = ''] = /^UID (FETCH|STORE) (\d+) (.*)$/.exec(command) ?? [];
  const message = messages[Number(uid) - 1];
  if (!verb || !message) return [];
  if (verb === 'STORE') {
    for (const flag of rest.match(/\\\w+/g) ?? []) message.flags.add(flag);
    return [];
  }
  const [, start = '0', length = '0'] = /<(\d+)\.(\d+)>/.exec(rest) ?? [];
  const part = message.raw.subarray(Number(start), Number(start) + Number(length)).toString('latin1');
  return [`* ${uid} FETCH (UID ${uid} BODY[]<${start}> {${part.length}}\r\n${part})`];
}

function findUids(command: string, messages: StoredMessage[]): number[] {
  const [, wanted] = /HEADER MESSAGE-ID "?([^" ]+)"?/i.exec(command) ?? [];
  const isFound = ({ raw, flags }: StoredMessage) =>
    wanted ? raw.includes(`Message-ID: ${wanted}`) : !flags.has('\\Seen') && !flags.has('\\Flagged');
  return messages.flatMap((message, index) => (isFound(message) ? [index + 1] : [])).reverse();
}
