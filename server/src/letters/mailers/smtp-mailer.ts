// Sends letters over SMTP. A letter counts as sent only after the server's final "250".
// Every letter has its own connection, so that one that hangs does not delay the others.
import { Readable } from 'node:stream';
import { createTransport, type NodemailerError, type SMTPTransportOptions } from 'nodemailer';
import { together } from '../../platform/lib/together.ts';
import { composeMessage } from './mail-message.ts';
import {
  MailDeclined,
  type Mailer,
  MailRefused,
  MailUnanswered,
  MailUnavailable,
  type OutgoingLetter,
} from './mailer.ts';

interface Timeouts {
  /** For the connection, and again for the greeting. */
  connectSeconds: number;
  /** For everything before the text. Until then the letter cannot have arrived, so a retry is safe. */
  envelopeSeconds: number;
  /** For the text and its reply. RFC 5321, 4.5.3.2.6 requires ten minutes, so that a slow filter does not cause a second copy. */
  textSeconds: number;
}

const defaultTimeouts: Timeouts = { connectSeconds: 10, envelopeSeconds: 90, textSeconds: 600 };

export function createSmtpMailer({
  smtpUrl,
  timeouts = defaultTimeouts,
}: {
  smtpUrl: string;
  timeouts?: Timeouts;
}): Mailer {
  const server: SMTPTransportOptions = {
    url: smtpUrl,
    connectionTimeout: timeouts.connectSeconds * 1000,
    greetingTimeout: timeouts.connectSeconds * 1000,
    dnsTimeout: timeouts.connectSeconds * 1000,
    getSocket: connectAtOnce,
  };
  const canConnect = () =>
    connect(server, timeouts).then(
      () => true,
      () => false,
    );
  let hasAccepted = false;
  // Many callers may probe, but only one at a time asks the mail server, until it has accepted us once.
  const ask = together<void>(async () => {
    await connect(server, timeouts).catch((cause: Error) => {
      throw new MailUnavailable(cause.message, { cause });
    });
    hasAccepted = true;
  });
  return {
    kind: 'smtp',
    server: new URL(smtpUrl).hostname,
    atOnce: 24, // each has its own connection, and mail servers allow one client a few dozen
    async send(letter, stopping) {
      const attempt = createAttempt(server, timeouts, stopping);
      try {
        const answer = await attempt.send(letter);
        hasAccepted = true;
        return answer;
      } catch (error) {
        if (stopping?.aborted && !attempt.hasTextBegun()) throw new MailUnavailable('the service stops');
        if (attempt.isCutByClock(error as NodemailerError)) throw new MailUnavailable('the clock was set forward');
        throw await classifyFailure(error as NodemailerError, attempt.hasTextBegun(), canConnect);
      }
    },
    async probe() {
      if (!hasAccepted) await ask();
    },
    async forget() {}, // a sent letter is on the mail server, not here
  };
}

/** Connects and signs in without sending anything. */
async function connect(server: SMTPTransportOptions, { connectSeconds }: Timeouts): Promise<void> {
  const probe = createTransport({ ...server, socketTimeout: connectSeconds * 1000 });
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer')), connectSeconds * 1000);
  try {
    await Promise.race([probe.verify(), tooLate]);
  } finally {
    clearTimeout(timer);
    probe.close();
  }
}

// Its deadline for connecting follows the wall clock (`isCutByClock` is about a clock that is set forward). Without this nodemailer first
// waits a turn of the event loop, and a clock that is set back in between makes the timer too long for Node.
const connectAtOnce: SMTPTransportOptions['getSocket'] = (_options, done) => done(null, false);

/** Sends one letter on one connection, with one timeout before its text and another from then on. */
function createAttempt(server: SMTPTransportOptions, timeouts: Timeouts, stopping?: AbortSignal) {
  let textBegun = false;
  const startedAt = performance.now();
  const tooLate = new AbortController();
  const giveUpIn = (seconds: number) => setTimeout(() => tooLate.abort(), seconds * 1000);
  let timer: NodeJS.Timeout | undefined;
  const beginText = () => {
    textBegun = true;
    clearTimeout(timer);
    timer = giveUpIn(timeouts.textSeconds);
  };
  // Longer than both phases together, so that only our timer ends an attempt.
  const socketTimeout = (timeouts.envelopeSeconds + timeouts.textSeconds) * 1000;
  const transport = createTransport({ ...server, socketTimeout });
  // The text is read only once the server has accepted DATA.
  transport.use('stream', (mail, done) => {
    mail.message.processFunc((text: Readable) => Readable.from(callOnRead(text, beginText), { objectMode: false }));
    done();
  });
  return {
    hasTextBegun: () => textBegun,
    /** A connect timeout that came too early, because the clock was set forward. A tenth is allowed for imprecise timers. */
    isCutByClock: ({ code }: NodemailerError) =>
      code === 'ETIMEDOUT' && !textBegun && performance.now() - startedAt < timeouts.connectSeconds * 900,
    async send(letter: OutgoingLetter): Promise<string> {
      timer = giveUpIn(timeouts.envelopeSeconds);
      const signal = AbortSignal.any([tooLate.signal, ...(stopping ? [stopping] : [])]);
      try {
        const { returnPath, from, to } = letter;
        const envelope = { from: returnPath?.address ?? from.email, to: [to.email] };
        const dsn = returnPath && reportOn(returnPath.envelopeId, to.email);
        return (await transport.sendMail({ envelope, dsn, raw: composeMessage(letter), signal })).response;
      } finally {
        clearTimeout(timer);
        transport.close();
      }
    },
  };
}

/** Asks for reports of failures and delays (RFC 3461), without the text of the letter. The library asks only servers that offer it. */
const reportOn = (id: string, recipient: string) => ({
  id,
  return: 'headers' as const,
  notify: ['failure', 'delay'] as ('failure' | 'delay')[],
  recipient,
});

async function* callOnRead(text: Readable, onRead: () => void): AsyncGenerator<Buffer> {
  onRead();
  yield* text;
}

/** Decides whether the address, the mail server or this one letter caused the failure. */
async function classifyFailure(
  error: NodemailerError,
  textBegun: boolean,
  canConnect: () => Promise<boolean>,
): Promise<Error> {
  const { command, response, permanent, message } = error;
  if (response && command === 'RCPT TO') return permanent ? classifyRefusal(error, response) : error;
  if (response && command === 'DATA') return error;
  if (textBegun) return new MailUnanswered(message, { cause: error });
  if (error.code === 'EENVELOPE' && !response) return new MailRefused(message, { cause: error });
  if (response && command === 'MAIL FROM') return new MailUnavailable(message, { cause: error }); // the server rejects us as a sender
  // No reply: a new connection shows whether the server is down or only fails on this letter.
  return (await canConnect()) ? error : new MailUnavailable(message, { cause: error });
}

// RFC 3463: 5.1 is about the address. Other codes (a full mailbox, a blocked sender) may be temporary, so we retry. A 550 or 553
// without a code may mean either: relays also send it as "relay not permitted" when they have their own problem.
function classifyRefusal(error: NodemailerError, response: string): Error {
  const detail = /^\d{3}[ -](\d\.\d{1,3})\.\d{1,3}/.exec(response)?.[1];
  if (detail === '5.1') return new MailRefused(error.message, { cause: error });
  const isBare = detail === undefined && /^55[03]/.test(response);
  return isBare ? new MailDeclined(error.message, { cause: error }) : error;
}
