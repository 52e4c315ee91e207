// Writes letters to the ledger in the transaction of their event, so that neither exists without the other. While a changed
// account address can be restored, letters about the account also go to the previous address.
import { lettersNotCopied } from '@remembrance/contract/letter-readers.ts';
import type { Keyring } from '../../keys/secret/keyring.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { newId } from '../../platform/lib/ids.ts';
import type { Mailbox } from '../mailers/mailer.ts';
import type { QueuedContent } from '../templates/queued-content.ts';
import { insertLetters, type NewLetter } from './letter-batch-store.ts';
import { rankOf } from './letter-rank.ts';

export interface QueueLetterNeeds {
  /** Derives links and codes and makes their digests. */
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
  /** Only the first letter with a given key is queued. */
  onceKey?: string | undefined;
  /** If it is not sent at once. */
  dueAt?: Date;
}

export async function queueLetter(
  needs: QueueLetterNeeds,
  tx: Transaction,
  ...letters: readonly NewLetterInput[]
): Promise<void> {
  await insertLetters(
    tx,
    letters.map((letter) => writeLetter(needs, letter)),
  );
}

function writeLetter(needs: QueueLetterNeeds, letter: NewLetterInput): NewLetter {
  const now = needs.clock.now();
  const onceKey = letter.onceKey ?? null;
  const name = (ownKey: string | null) => {
    const id = newId(now);
    return { id, onceKey: ownKey, messageId: `<${nameOf(needs, id, ownKey, letter.to)}@${needs.letterDomain}>` };
  };
  return {
    ...name(onceKey),
    kind: letter.content.kind,
    recipient: letter.to.email,
    facts: { recipientName: letter.to.name, content: letter.content },
    createdAt: now,
    dueAt: letter.dueAt ?? now,
    rank: rankOf(letter.content),
    vaultId: letter.vaultId ?? null,
    userId: letter.userId ?? null,
    ...(lettersNotCopied.includes(letter.content.kind) ? {} : { copy: name(onceKey && `earlier/${onceKey}`) }),
  };
}

// A letter with a once-key gets the same Message-ID when a restored database writes it again, so that mailboxes recognise it.
const nameOf = ({ keyring }: QueueLetterNeeds, id: string, onceKey: string | null, to: Mailbox): string =>
  onceKey ? keyring.sign('message-id', `${onceKey} ${to.email}`) : id;
