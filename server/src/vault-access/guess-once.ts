// One guess of a recipient: counted, then compared. The true recipient is told by letter when the questions pause or close.
import { guesses } from '@remembrance/contract/limits.ts';
import { recordAudit } from '../audit/audit-store.ts';
import type { Database } from '../database/open-database.ts';
import { type QueueLetterNeeds, queueLetter } from '../letters/queue-letter.ts';
import { Refusal, refuse } from '../lib/refusal.ts';
import { ownerName } from '../users/owner-name.ts';
import { countGuess, type Guesses, readGuesses } from './guess-store.ts';
import type { OpenLink } from './open-link.ts';

interface Needs extends QueueLetterNeeds {
  database: Database;
}
interface Guess {
  link: OpenLink;
  what: 'email' | 'answers';
  isRight: () => boolean | Promise<boolean>;
}

/** @throws {Refusal} when paused, closed or wrong. When it returns, the guess was right and its count is still to be taken back. */
export async function guessOnce(needs: Needs, { link, what, isRight }: Guess): Promise<void> {
  const now = needs.clock.now();
  const { vault } = link;
  const counted = await needs.database.transaction((tx) => countGuess(tx, vault.id, now));
  if (!counted) return refuseClosed(await readGuesses(needs.database, vault.id));
  if (await isRight()) return;

  const closed = counted.wrongInAll >= guesses.lockAfter;
  await needs.database.transaction(async (tx) => {
    const audit = { vaultId: vault.id, actor: 'recipient' as const };
    await recordAudit(needs, tx, { ...audit, event: `${what}-wrong` });
    const to = { name: vault.recipientName, email: vault.recipientEmail };
    const { recipientName } = vault;
    if (closed) {
      await recordAudit(needs, tx, { ...audit, event: 'questions-locked' });
      const facts = { recipientName, ownerName: ownerName(link.owner) };
      await queueLetter(needs, tx, { to, vaultId: vault.id, content: { kind: 'questions-locked', facts } });
    } else if (counted.pausedUntil) {
      await recordAudit(needs, tx, { ...audit, event: 'questions-paused' });
      const facts = { recipientName, pausedUntil: counted.pausedUntil.toISOString(), link: null };
      await queueLetter(needs, tx, { to, vaultId: vault.id, content: { kind: 'questions-paused', facts } });
    }
  });
  throw new Refusal(
    what === 'email' ? 'link-email-refused' : 'answers-refused',
    counted.pausedUntil && !closed ? { retryAt: counted.pausedUntil } : {},
  );
}

function refuseClosed({ wrongInAll, pausedUntil }: Guesses): never {
  if (wrongInAll >= guesses.lockAfter || !pausedUntil) refuse('answers-locked');
  return refuse('answers-paused', { retryAt: pausedUntil });
}
