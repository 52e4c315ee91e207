// Reads the bounce mailbox over IMAP. Every call has its own connection, with timeouts, and reads only the beginning of each message.
import { ImapFlow, type SearchObject } from 'imapflow';
import { codeOf } from '../../platform/lib/causes.ts';
import { isLoopback } from '../../platform/lib/loopback.ts';
import { type BounceMailbox, MailboxUnavailable } from './bounce-mailbox.ts';

interface Timeouts {
  /** The limit for the connection, and again for the greeting. */
  connectSeconds: number;
  /** The limit for each answer. */
  answerSeconds: number;
  /** The limit for a run with all its messages. */
  runSeconds: number;
}

const defaultTimeouts: Timeouts = { connectSeconds: 10, answerSeconds: 20, runSeconds: 240 };
/** The part of a bounce that we read comes before the message it is about. */
const maxBytes = 256 * 1024;
/** A message that we left for a person is flagged, so it is not new. */
const isNew = { seen: false, flagged: false };

export function createImapMailbox({ url, timeouts = defaultTimeouts }: { url: string; timeouts?: Timeouts }) {
  const folder = decodeURIComponent(new URL(url).pathname.slice(1)) || 'INBOX';
  const find = async (client: ImapFlow, query: SearchObject, readOnly: boolean): Promise<number[]> => {
    await client.mailboxOpen(folder, { readOnly });
    const found = await client.search(query, { uid: true });
    if (!found) throw new MailboxUnavailable('it cannot be searched');
    return found.toSorted((one, other) => one - other);
  };
  const count = (query: SearchObject) =>
    runSession(url, timeouts, undefined, async (client, asking) => (await asking(find(client, query, true))).length);
  return {
    async read(handle, { max, signal }) {
      await runSession(url, timeouts, signal, async (client, asking) => {
        for (const uid of (await asking(find(client, isNew, false))).slice(0, max)) {
          if (signal.aborted) return;
          const source = await asking(readBeginning(client, uid));
          if (!source) continue;
          const flag = (await handle(source)) === 'done' ? '\\Seen' : '\\Flagged';
          const isMarked = await asking(client.messageFlagsAdd(String(uid), [flag], { uid: true }));
          if (!isMarked) throw new MailboxUnavailable('its messages cannot be marked as read');
        }
      });
    },
    probe: () => count(isNew),
    contains: async (messageId) => (await count({ header: { 'message-id': messageId } })) > 0,
  } satisfies BounceMailbox;
}

/** Null if another process or a person has removed it. The flags stay as they are. */
async function readBeginning(client: ImapFlow, uid: number): Promise<Uint8Array | null> {
  const source = { start: 0, maxLength: maxBytes };
  const message = await client.fetchOne(String(uid), { source }, { uid: true });
  return (message || undefined)?.source?.subarray(0, maxBytes) ?? null;
}

/** Waits for the server. Its failure is the mailbox's, unlike one of our own code. */
type Asking = <Answer>(answer: Promise<Answer>) => Promise<Answer>;

async function runSession<Result>(
  url: string,
  timeouts: Timeouts,
  signal: AbortSignal | undefined,
  use: (client: ImapFlow, asking: Asking) => Promise<Result>,
): Promise<Result> {
  const client = new ImapFlow(optionsOf(url, timeouts));
  client.on('error', () => {}); // without a listener it would end the process; the call that waits fails too
  const end = () => client.close();
  const tooLate = setTimeout(end, timeouts.runSeconds * 1000);
  signal?.addEventListener('abort', end);
  const asking: Asking = (answer) =>
    answer.catch((cause: unknown) => {
      throw cause instanceof MailboxUnavailable ? cause : new MailboxUnavailable(explain(cause));
    });
  try {
    await asking(client.connect());
    const result = await use(client, asking);
    await client.logout().catch(end);
    return result;
  } finally {
    clearTimeout(tooLate);
    signal?.removeEventListener('abort', end);
    end();
  }
}

function optionsOf(url: string, { connectSeconds, answerSeconds }: Timeouts) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isSecure = protocol === 'imaps:';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (isSecure ? 993 : 143),
    secure: isSecure,
    // The password never goes to another machine unencrypted.
    ...(!isSecure && { doSTARTTLS: !isLoopback(hostname) }),
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false as const, // it would log what the server sends
    disableAutoIdle: true,
    connectionTimeout: connectSeconds * 1000,
    greetingTimeout: connectSeconds * 1000,
    socketTimeout: answerSeconds * 1000,
    maxLiteralSize: 2 * maxBytes,
  };
}

/** Never the server's own words, which may quote what we sent. */
function explain(cause: unknown): string {
  const { authenticationFailed, mailboxMissing, tlsFailed } = cause as Record<string, unknown>;
  if (authenticationFailed) return 'the user name or the password is refused';
  if (mailboxMissing) return 'there is no such folder';
  if (tlsFailed) return `its TLS cannot be used (${codeOf(cause)})`;
  return codeOf(cause);
}
