// The port for sending letters: over SMTP, or to a folder if no mail server is configured.
// The error an adapter throws names the cause, which decides when the letter is retried.

export interface Mailbox {
  name: string;
  email: string;
}

export interface OutgoingLetter {
  id: string;
  /** Includes the angle brackets. It is the same at every try, so that mail programs recognise a repeat. */
  messageId: string;
  from: Mailbox;
  to: Mailbox;
  /** The address for replies; empty for the sender. */
  replyTo: string;
  subject: string;
  text: string;
  html: string;
  createdAt: Date;
  headers: Record<string, string>;
  /** Where bounces go instead of the sender, and the name that they quote. */
  returnPath?: { address: string; envelopeId: string } | undefined;
}

export interface Mailer {
  kind: 'smtp' | 'folder';
  /** The name of the mail server; null if there is none. */
  server: string | null;
  /** How many letters it sends concurrently. */
  atOnce: number;
  /**
   * Returns once the mail server has accepted the letter, with its answer, or once it is on disk, with its path.
   * Ends within seconds once `stopping` is aborted.
   * @throws {MailRefused} if this address will never accept a letter
   * @throws {MailDeclined} if the server refuses without a reason, which may be about the address or about us
   * @throws {MailUnanswered} if the text was sent and no reply came: the letter may have arrived
   * @throws {MailUnavailable} if no letter can be sent at present
   * Any other error is about this letter and may be temporary.
   */
  send(letter: OutgoingLetter, stopping?: AbortSignal): Promise<string>;
  /**
   * Checks whether a letter can be sent at all. Returns immediately if the mail server accepted us since the start; otherwise asks it.
   * @throws {MailUnavailable} if it does not
   */
  probe(): Promise<void>;
  /** Deletes this adapter's own copies of sent letters. */
  forget(letterIds: string[]): Promise<void>;
}

export class MailRefused extends Error {
  override name = 'MailRefused';
}

export class MailDeclined extends Error {
  override name = 'MailDeclined';
}

export class MailUnanswered extends Error {
  override name = 'MailUnanswered';
}

export class MailUnavailable extends Error {
  override name = 'MailUnavailable';
}
