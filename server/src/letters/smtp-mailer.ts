// Sends letters through a mail server. The server's own queue is trusted only after its final "250".
import { once } from 'node:events';
import { createTransport, type NodemailerError } from 'nodemailer';
import { mailMessage } from './mail-message.ts';
import { type Mailer, MailRefused, MailUnavailable } from './mailer.ts';

interface Patience {
  /** For the connection to stand, and again for the greeting. */
  connectSeconds: number;
  /** For the server to say anything at all. */
  silenceSeconds: number;
  /** For one letter from the first byte to the final answer; a slow content filter is allowed for. */
  letterSeconds: number;
}

const patient: Patience = { connectSeconds: 10, silenceSeconds: 60, letterSeconds: 90 };

export function createSmtpMailer({ smtpUrl, patience = patient }: { smtpUrl: string; patience?: Patience }): Mailer {
  const server = {
    url: smtpUrl,
    connectionTimeout: patience.connectSeconds * 1000,
    greetingTimeout: patience.connectSeconds * 1000,
    dnsTimeout: patience.connectSeconds * 1000,
  };
  const pool = createTransport({
    ...server,
    pool: true,
    maxRequeues: 0, // the ledger alone decides on another try
    idleTimeout: 30_000,
    socketTimeout: patience.silenceSeconds * 1000,
  });
  const canConnect = async (): Promise<boolean> => {
    const probe = createTransport({ ...server, socketTimeout: patience.connectSeconds * 1000 });
    const tooLate = once(AbortSignal.timeout(patience.connectSeconds * 1000), 'abort');
    return Promise.race([probe.verify().catch(() => false), tooLate.then(() => false)]);
  };
  return {
    kind: 'smtp',
    timeoutSeconds: patience.letterSeconds + patience.connectSeconds,
    async send(letter) {
      const signal = AbortSignal.timeout(patience.letterSeconds * 1000);
      try {
        await pool.sendMail({ ...mailMessage(letter), signal });
      } catch (error) {
        throw await judge(error as NodemailerError, canConnect);
      }
    },
    async forget() {}, // what was sent is the mail server's
    close: () => pool.close({ force: true }),
  };
}

/** Whose fault it was: the address's, the mail server's, or this one letter's. */
async function judge(error: NodemailerError, canConnect: () => Promise<boolean>): Promise<Error> {
  const { command, response, permanent, message } = error;
  if (response && command === 'RCPT TO') {
    return permanent && isAboutTheAddress(response) ? new MailRefused(message, { cause: error }) : error;
  }
  if (response && command === 'DATA') return error;
  if (error.code === 'EENVELOPE' && !response) return new MailRefused(message, { cause: error });
  if (response && command === 'MAIL FROM') return new MailUnavailable(message, { cause: error }); // it does not take us as a sender
  // No answer, or none to this letter: a fresh connection tells a dead server from a letter it stumbles over.
  return (await canConnect()) ? error : new MailUnavailable(message, { cause: error });
}

// RFC 3463: 5.1 speaks of the address. Other classes (a full mailbox, a blocked sender) can be mended, so they are tried on.
function isAboutTheAddress(response: string): boolean {
  const detail = /^\d{3}[ -](\d\.\d{1,3})\.\d{1,3}/.exec(response)?.[1];
  return detail === undefined || detail === '5.1';
}
