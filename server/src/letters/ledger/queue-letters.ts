// Writes letters to the ledger in the transaction of the event they are about, so that one never exists without the other. While
// the address of an account was changed and that can be undone, letters about the account go to the earlier address too.
import { lettersNotCopied } from '@remembrance/contract/letters.ts';
import type { Keyring } from '../../keys/secret/keyring.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { newId } from '../../platform/lib/ids.ts';
import type { Mailbox } from '../mailers/mailer.ts';
import type { QueuedContent } from '../templates/queued-content.ts';
import { insertLetters, type NewLetter } from './letter-batch-store.ts';

export interface QueueLetterNeeds {
  /** Links and codes are derived from it, and their digests are made with it. */
  keyring: Keyring;
  clock: Clock;
  /** The right side of every Message-ID. */
  letterDomain: string;
}

export interface NewLetterInput {
  to: Mailbox;
  content: QueuedContent;
  /** The vault or account it belongs to. It is deleted with them. */
  vaultId?: string | undefined;
  userId?: string | undefined;
  /** Of letters with the same key only the first is queued. */
  onceKey?: string | undefined;
}

export async function queueLetters(needs: QueueLetterNeeds, tx: Transaction, letters: readonly NewLetterInput[]) {
  const written = letters.flatMap((letter) => {
    const hasCopy = !lettersNotCopied.includes(letter.content.kind);
    return hasCopy ? [writeLetter(needs, letter), writeCopy(needs, letter)] : [writeLetter(needs, letter)];
  });
  await insertLetters(tx, written);
}

// The statement drops it unless the address of the account was changed and that can still be undone.
function writeCopy(needs: QueueLetterNeeds, letter: NewLetterInput): NewLetter {
  const onceKey = letter.onceKey && `earlier/${letter.onceKey}`;
  return { ...writeLetter(needs, { ...letter, onceKey }), copyOf: letter.to.email };
}

function writeLetter(needs: QueueLetterNeeds, letter: NewLetterInput): NewLetter {
  const now = needs.clock.now();
  const id = newId(now);
  return {
    id,
    kind: letter.content.kind,
    recipient: letter.to.email,
    messageId: `<${nameOf(needs, id, letter)}@${needs.letterDomain}>`,
    facts: { recipientName: letter.to.name, content: letter.content },
    createdAt: now,
    vaultId: letter.vaultId ?? null,
    userId: letter.userId ?? null,
    onceKey: letter.onceKey ?? null,
  };
}

// A letter that exists once has the same Message-ID when a restored database writes it again, so that a mailbox can tell.
const nameOf = ({ keyring }: QueueLetterNeeds, id: string, { onceKey, to }: NewLetterInput): string =>
  onceKey ? keyring.sign('message-id', `${onceKey} ${to.email}`) : id;
