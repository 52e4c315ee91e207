// Test harness of letters: the ledger on a real database, a test clock, and a scriptable mailer.
import { asc } from 'drizzle-orm';
import { createKeyring } from '../src/keys/secret/keyring.ts';
import { deriveSecret, type SecretSource } from '../src/keys/secret/mailed-secret.ts';
import type { ClaimedLetter } from '../src/letters/ledger/claim-store.ts';
import { markSent } from '../src/letters/ledger/letter-batch-store.ts';
import { type NewLetterInput, queueLetter } from '../src/letters/ledger/queue-letter.ts';
import type { Mailer, OutgoingLetter } from '../src/letters/mailers/mailer.ts';
import { createLettersInFlight } from '../src/letters/sending/letters-in-flight.ts';
import { type SendLetterNeeds, type SendOutcome, sendLetters } from '../src/letters/sending/send-letters.ts';
import type { QueuedContent } from '../src/letters/templates/queued-content.ts';
import { letters } from '../src/platform/database/schema.ts';
import { newId } from '../src/platform/lib/ids.ts';
import { together } from '../src/platform/lib/together.ts';
import { createTestClock } from './test-clock.ts';
import { openTestDatabase } from './test-database.ts';

const keyring = createKeyring(Buffer.alloc(32, 7));
const secret: SecretSource = { form: 'code', of: 'a test', salt: 'a salt' };
export const secretCode = deriveSecret(keyring, secret);

export const codeLetter: QueuedContent = {
  kind: 'executor-code',
  facts: {
    executorName: 'Edda Brandt',
    ownerName: 'Ona Reyes',
    vaultTitle: 'For Rosa',
    recipientName: 'Rosa Reyes',
    code: { before: '', secret },
    link: 'https://keep.example/executor-access',
    replacesEarlier: false,
  },
};

/** A letter that nobody waits for. */
export const reminderLetter: QueuedContent = {
  kind: 'draft-ending',
  facts: { firstName: 'Ona', vaultTitle: 'For Rosa', endsAt: '2027-03-11T09:30:00Z', link: 'https://keep.example' },
};

export async function openLetterHarness() {
  const opened = await openTestDatabase();
  const { database } = opened;
  const clock = createTestClock();
  clock.moveTo(new Date('2027-03-04T09:30:00Z'));
  const logged: Record<string, unknown>[] = [];
  const mailer = createTestMailer();
  const givenUp: ClaimedLetter[] = [];
  const needs: SendLetterNeeds = {
    database,
    keyring,
    vaultKeys: { deriveCode: () => Promise.reject(new Error('there is no vault')) },
    mailer,
    clock,
    letterhead: { productName: 'Keepsake', supportEmail: 'help@keep.example', publicUrl: 'https://keep.example' },
    hasOpenIdProvider: false,
    mailFrom: 'letters@keep.example',
    inFlight: createLettersInFlight(mailer),
    recordSent: together((sent) => markSent(database, sent)),
    onGivenUp: async (_tx, letter) => void givenUp.push(letter),
    isOnHold: async () => false,
    writeJournal: async () => {},
    isCutOff: () => false,
    findWait: async () => null,
    log: (message, facts) => void logged.push({ message, ...facts }),
  };
  return {
    ...needs,
    needs,
    clock,
    mailer,
    logged,
    givenUp,
    /** The dependencies of another process on the same database. */
    elsewhere: (different: Partial<SendLetterNeeds> = {}): SendLetterNeeds => ({
      ...needs,
      inFlight: createLettersInFlight(mailer),
      ...different,
    }),
    pool: opened.pool,
    queueOne: (letter: Partial<NewLetterInput> = {}): Promise<void> =>
      database.transaction((tx) =>
        queueLetter({ keyring, clock, letterDomain: 'keep.example' }, tx, {
          to: { name: 'Edda Brandt', email: 'edda@example.com' },
          content: codeLetter,
          ...letter,
        }),
      ),
    ledger: () => database.select().from(letters).orderBy(asc(letters.id)),
    connection: opened.connection,
    close: opened.close,
  };
}

/** Sends the letter with that id if it is due, or without an id the longest due letter. */
export async function sendLetter(
  needs: SendLetterNeeds,
  letterId?: string,
): Promise<SendOutcome | 'hangs' | 'none-begun'> {
  const letterIds = letterId === undefined ? undefined : [letterId];
  const [outcome] = await sendLetters({ ...needs, maxWaitMilliseconds: 60_000 }, { max: 1, letterIds });
  return outcome ?? 'none-begun';
}

export type LetterHarness = Awaited<ReturnType<typeof openLetterHarness>>;

/** Accepts every letter; a test may replace `beforeSend` to fail or wait first. */
function createTestMailer() {
  const sent: OutgoingLetter[] = [];
  const mailer = {
    kind: 'smtp',
    server: 'mail.keep.example',
    atOnce: 24,
    sent,
    beforeSend: async (_letter: OutgoingLetter): Promise<void> => {},
    async send(letter: OutgoingLetter) {
      await mailer.beforeSend(letter);
      sent.push(letter);
      return '250 accepted';
    },
    async probe() {},
    async forget() {},
  } satisfies Mailer & Record<string, unknown>;
  return mailer;
}

/** A letter as it is passed to a mailer. */
export function letterTo(email: string, different: Partial<OutgoingLetter> = {}): OutgoingLetter {
  const createdAt = new Date('2027-03-04T09:30:00Z');
  const id = newId(createdAt);
  return {
    id,
    messageId: `<${id}@keep.example>`,
    from: { name: 'Keepsake', email: 'letters@keep.example' },
    to: { name: 'Rosa Reyes', email },
    replyTo: 'help@keep.example',
    subject: 'You Have a Keepsake',
    text: 'Hello Rosa,\n',
    html: '<p>Hello Rosa,</p>',
    createdAt,
    headers: { 'Auto-Submitted': 'auto-generated' },
    ...different,
  };
}
