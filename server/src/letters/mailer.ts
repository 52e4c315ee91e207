// The port letters leave by: over SMTP, or into a folder where no mail server is set.
// What an adapter throws says whose fault it is, because that decides when the letter is tried again.

export interface Mailbox {
  name: string;
  email: string;
}

export interface OutgoingLetter {
  id: string;
  /** With its angle brackets; the same at every try, so that a repeat can be recognised. */
  messageId: string;
  from: Mailbox;
  to: Mailbox;
  subject: string;
  text: string;
  html: string;
  createdAt: Date;
  headers: Record<string, string>;
}

export interface Mailer {
  kind: 'smtp' | 'folder';
  /**
   * Returns once the letter is somebody else's to keep: the mail server's, or the disk's.
   * Ends within seconds once `stopping` is aborted.
   * @throws {MailRefused} when this address will never take a letter
   * @throws {MailDeclined} when the server says a bare no, which may be about the address or about us
   * @throws {MailUnanswered} when the text was handed over and its answer never came: the letter may have arrived
   * @throws {MailUnavailable} when no letter can leave at present, so that trying others is of no use
   * Anything else that is thrown is about this letter and may pass.
   */
  send(letter: OutgoingLetter, stopping?: AbortSignal): Promise<void>;
  /** Removes what this adapter itself still holds of letters that were sent. */
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
