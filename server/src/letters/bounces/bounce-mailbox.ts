// The port to the mailbox that bounces come back to.

/** Whether we have handled a message, or leave it unread for a person. */
export type Handled = 'done' | 'left';

export interface ReadOptions {
  /** How many messages at most. */
  max: number;
  signal: AbortSignal;
}

export interface BounceMailbox {
  /**
   * Passes the beginning of each new message, oldest first, and marks it once it is handled. If the process dies in between, the message
   * is passed again. It deletes and moves nothing. A message that is done is marked as read; any other is flagged and left unread.
   * @throws {MailboxUnavailable}
   */
  read(handle: (source: Uint8Array) => Promise<Handled>, options: ReadOptions): Promise<void>;
  /** @returns how many messages are new. @throws {MailboxUnavailable} */
  probe(): Promise<number>;
  /** Whether it contains the message, read or not. @throws {MailboxUnavailable} */
  contains(messageId: string): Promise<boolean>;
}

/** Its message is for the operator and contains nothing of the address, the password or a message. */
export class MailboxUnavailable extends Error {
  override name = 'MailboxUnavailable';
}
