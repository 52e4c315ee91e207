// Sends letters through a mail server. The server's own queue is trusted only after its final "250".
// Every letter has a connection of its own, so that one the server hangs on holds back no other.
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { createTransport, type NodemailerError } from 'nodemailer';
import { mailMessage } from './mail-message.ts';
import {
  MailDeclined,
  type Mailer,
  MailRefused,
  MailUnanswered,
  MailUnavailable,
  type OutgoingLetter,
} from './mailer.ts';

interface Patience {
  /** For the connection to stand, and again for the greeting. */
  connectSeconds: number;
  /** For everything before the text: until then the letter can't have arrived, and another try costs nothing. */
  envelopeSeconds: number;
  /** From the text on: RFC 5321, 4.5.3.2.6 asks for ten minutes, so that a slow filter makes no second copy. */
  textSeconds: number;
}

const patient: Patience = { connectSeconds: 10, envelopeSeconds: 90, textSeconds: 600 };

export function createSmtpMailer({ smtpUrl, patience = patient }: { smtpUrl: string; patience?: Patience }): Mailer {
  const server = {
    url: smtpUrl,
    connectionTimeout: patience.connectSeconds * 1000,
    greetingTimeout: patience.connectSeconds * 1000,
    dnsTimeout: patience.connectSeconds * 1000,
  };
  const canConnect = async (): Promise<boolean> => {
    const probe = createTransport({ ...server, socketTimeout: patience.connectSeconds * 1000 });
    const tooLate = once(AbortSignal.timeout(patience.connectSeconds * 1000), 'abort');
    return Promise.race([probe.verify().catch(() => false), tooLate.then(() => false)]);
  };
  return {
    kind: 'smtp',
    async send(letter, stopping) {
      const attempt = createAttempt(server, patience, stopping);
      try {
        await attempt.send(letter);
      } catch (error) {
        if (stopping?.aborted && !attempt.hasTextBegun()) throw new MailUnavailable('the service stops');
        throw await judge(error as NodemailerError, attempt.hasTextBegun(), canConnect);
      }
    },
    async forget() {}, // what was sent is the mail server's
    close() {},
  };
}

/** One letter on one connection, with patience for what comes before its text and for what comes after. */
function createAttempt(server: { url: string }, patience: Patience, stopping?: AbortSignal) {
  let textBegun = false;
  const tooLate = new AbortController();
  const giveUpIn = (seconds: number) => setTimeout(() => tooLate.abort(), seconds * 1000);
  let timer: NodeJS.Timeout | undefined;
  const beginText = () => {
    textBegun = true;
    clearTimeout(timer);
    timer = giveUpIn(patience.textSeconds);
  };
  // The longest silence is bounded by the timer alone.
  const socketTimeout = (patience.envelopeSeconds + patience.textSeconds) * 1000;
  const transport = createTransport({ ...server, socketTimeout });
  // The text is first asked for when the server has said yes to DATA.
  transport.use('stream', (mail, done) => {
    mail.message.processFunc((text: Readable) => Readable.from(notice(text, beginText), { objectMode: false }));
    done();
  });
  return {
    hasTextBegun: () => textBegun,
    async send(letter: OutgoingLetter): Promise<void> {
      timer = giveUpIn(patience.envelopeSeconds);
      const signal = AbortSignal.any([tooLate.signal, ...(stopping ? [stopping] : [])]);
      try {
        await transport.sendMail({ ...mailMessage(letter), signal });
      } finally {
        clearTimeout(timer);
        transport.close();
      }
    },
  };
}

async function* notice(text: Readable, begun: () => void): AsyncGenerator<Buffer> {
  begun();
  yield* text;
}

/** Whose fault it was: the address's, the mail server's, or this one letter's. */
async function judge(error: NodemailerError, textBegun: boolean, canConnect: () => Promise<boolean>): Promise<Error> {
  const { command, response, permanent, message } = error;
  if (response && command === 'RCPT TO') return permanent ? judgeRefusal(error, response) : error;
  if (response && command === 'DATA') return error;
  if (textBegun) return new MailUnanswered(message, { cause: error });
  if (error.code === 'EENVELOPE' && !response) return new MailRefused(message, { cause: error });
  if (response && command === 'MAIL FROM') return new MailUnavailable(message, { cause: error }); // it does not take us as a sender
  // No answer, or none to this letter: a fresh connection tells a dead server from a letter it stumbles over.
  return (await canConnect()) ? error : new MailUnavailable(message, { cause: error });
}

// RFC 3463: 5.1 speaks of the address. Other details (a full mailbox, a blocked sender) can be put right, so they are tried
// on. A bare 550 or 553 says either: relays answer "relay not permitted" by it in a bad minute.
function judgeRefusal(error: NodemailerError, response: string): Error {
  const detail = /^\d{3}[ -](\d\.\d{1,3})\.\d{1,3}/.exec(response)?.[1];
  if (detail === '5.1') return new MailRefused(error.message, { cause: error });
  const isBare = detail === undefined && /^55[03]/.test(response);
  return isBare ? new MailDeclined(error.message, { cause: error }) : error;
}
