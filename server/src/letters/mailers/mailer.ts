// The port for sending letters: over SMTP, or to a folder where no mail server is set.
// The error an adapter throws names the cause, which decides when the letter is tried again.

export interface Mailbox {
  name: string;
  email: string;
}

export interface OutgoingLetter {
  id: string;
  /** With its angle brackets. The same at every try, so that mail programs recognise a repeat. */
  messageId: string;
  from: Mailbox;
  to: Mailbox;
  /** Where an answer goes; empty for the sender. */
  replyTo: string;
  subject: string;
  text: string;
  html: string;
  createdAt: Date;
  headers: Record<string, string>;
}

export interface Mailer {
  kind: 'smtp' | 'folder';
  /** How many letters it takes side by side. */
  atOnce: number;
  /**
   * Returns once the mail server has accepted the letter, with its answer, or once it is on disk, with its place.
   * Ends within seconds once `stopping` is aborted.
   * @throws {MailRefused} when this address will never accept a letter
   * @throws {MailDeclined} when the server refuses without a reason, which may be about the address or about us
   * @throws {MailUnanswered} when the text was sent and no reply came: the letter may have arrived
   * @throws {MailUnavailable} when no letter can be sent at present
   * Any other error is about this letter and may be temporary.
   */
  send(letter: OutgoingLetter, stopping?: AbortSignal): Promise<string>;
  /**
   * Whether a letter can be sent at all: returns at once if the mail server has let us in since the start, else it is asked.
   * @throws {MailUnavailable} if it does not
   */
  probe(): Promise<void>;
  /** Deletes the copies this adapter itself has stored of sent letters. */
  forget(letterIds: string[]): Promise<void>;
  close(): void;
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
