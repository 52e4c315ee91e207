// Reads a letter of the ledger. Its stored facts contain no secret: they name the source of each secret, which is derived here.
import { deriveSecret } from '../../keys/secret/mailed-secret.ts';
import type { LetterContent } from '../templates/letter-content.ts';
import type { QueuedContent, SecretText } from '../templates/queued-content.ts';
import { type OpenLetterNeeds, readExecutorCode } from './read-executor-code.ts';

export type { OpenLetterNeeds };

/** The content of a letter in the ledger until it is sent. */
export interface LetterFacts {
  recipientName: string;
  content: QueuedContent;
}

/**
 * Call it outside a transaction: it may call a key service.
 * @throws {SecretMissing | KeyUnavailable | CodeReplaced} if a secret can never be derived again, {KeyServiceUnavailable} if not now
 */
export async function openLetter(needs: OpenLetterNeeds, stored: unknown, to?: string) {
  const { recipientName, content } = stored as LetterFacts; // only queueLetter writes it
  const facts = await openFact({ ...needs, to }, content.facts);
  return { recipientName, content: { kind: content.kind, facts } as LetterContent };
}

type Needs = OpenLetterNeeds & { to: string | undefined };

async function openFact(needs: Needs, fact: unknown): Promise<unknown> {
  if (isSecret(fact)) return reveal(needs, fact);
  if (Array.isArray(fact)) return Promise.all(fact.map((one) => openFact(needs, one)));
  if (typeof fact !== 'object' || fact === null) return fact;
  const opened = Object.entries(fact).map(async ([name, value]) => [name, await openFact(needs, value)]);
  return Object.fromEntries(await Promise.all(opened));
}

const isSecret = (fact: unknown): fact is SecretText => typeof fact === 'object' && fact !== null && 'secret' in fact;

async function reveal(needs: Needs, { before, secret }: SecretText): Promise<string> {
  const isExecutors = secret.form === 'executor-code';
  return before + (isExecutors ? await readExecutorCode(needs, secret, needs.to) : deriveSecret(needs.keyring, secret));
}
