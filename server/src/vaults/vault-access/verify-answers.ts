// The second proof: the right answer to every question, in the browser that entered the address. Each guess is counted
// before it is compared; one that leaves a question out is refused and does not count. A letter notifies the recipient when the
// questions pause or close, and the owner when they close.
import { type QueueLetterNeeds, queueLetter } from '../../letters/ledger/queue-letter.ts';
import { greetingName, ownerName } from '../../people/users/owner-name.ts';
import { Refusal, refuse } from '../../platform/lib/refusal.ts';
import type { SlowHash } from '../../platform/lib/slow-hash.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { areAnswersRight } from '../recipients/check-answers.ts';
import { markAnswersProvided } from '../recipients/link-store.ts';
import { type HashedQuestion, listQuestions } from '../recipients/question-store.ts';
import { openQuestion } from '../recipients/question-texts.ts';
import { endCorrection } from '../vault/follow-up-store.ts';
import { areLocked, canRecipientReopen, type Guesses, guessRefusal, withWrongGuess } from './guess-rules.ts';
import { lockGuesses, recordRightAnswers, setGuesses, undoGuess } from './guess-store.ts';
import { holdLink, holdsLink, type LinkNeeds, type OpenLink, openLink, textsOf, type Visit } from './open-link.ts';
import type { RecipientSession } from './recipient-session.ts';
import { showContent } from './show-content.ts';

interface Needs extends LinkNeeds, QueueLetterNeeds {
  answerHash: SlowHash;
  publicUrl: string;
}
interface Input extends Visit {
  answers: readonly { question: string; answer: string }[];
  /** The origin for the file links. */
  origin: string;
}

export async function verifyAnswers(needs: Needs, { token, sessionOf, answers, origin }: Input) {
  const link = await openLink(needs, token);
  const session = sessionOf(link.id) ?? refuse('email-step-first');
  const held = { token, vaultId: link.vault.id };
  const guess = await countGuess(needs, link, { session, answers, held });
  if (!(await compare(needs, link, { answers, held, ...guess })))
    await recordWrongAnswers(needs, link, guess.counted, held);
  await needs.database.transaction(async (tx) => {
    // If the owner has undone the release since, the guess is gone with it.
    await holdLink(needs, tx, held);
    // A correction of the address that has just been made has ended this link; one that waits ends here.
    await endCorrection(tx, link.vault.id);
    await recordRightAnswers(tx, link.vault.id);
    if (!(await markAnswersProvided(tx, link.id, needs.clock.now()))) refuse('link-expired');
    await recordAct(needs, tx, { vaultId: link.vault.id, actor: 'recipient', event: 'answers-right' });
  });
  const granted: RecipientSession = { ...session, proven: 'granted' };
  return { linkId: link.id, session: granted, content: await showContent(needs, link, origin) };
}

type Held = Parameters<typeof holdLink>[2];

interface Guess {
  held: Held;
  session: RecipientSession;
  answers: Input['answers'];
}
interface CountedGuess {
  counted: Guesses;
  stored: readonly HashedQuestion[];
}

/** Counts the guess as wrong until it proves right. @throws {Refusal} if this browser may not answer now, or an answer is missing. */
function countGuess(needs: Needs, { vault }: OpenLink, { held, session, answers }: Guess): Promise<CountedGuess> {
  const now = needs.clock.now();
  const guesser = { browserId: session.browserId, holdsMailbox: session.proven === 'mailbox' };
  return needs.database.transaction(async (tx) => {
    await holdLink(needs, tx, held);
    const guesses = await lockGuesses(tx, vault.id);
    const refusal = guessRefusal(guesses, guesser, now);
    if (refusal)
      refuse(refusal, refusal === 'answers-paused' && guesses.pausedUntil ? { retryAt: guesses.pausedUntil } : {});
    const stored = await listQuestions(tx, vault.id);
    if (answers.length < stored.length) refuse('answers-incomplete');
    const counted = withWrongGuess(guesses, guesser, now);
    await setGuesses(tx, vault.id, counted);
    return { counted, stored };
  });
}

interface Comparison extends CountedGuess {
  held: Held;
  answers: Input['answers'];
}

// A guess that could not be compared does not count.
async function compare(needs: Needs, link: OpenLink, { held, answers, counted, stored }: Comparison): Promise<boolean> {
  const { vault } = link;
  try {
    const texts = await textsOf(needs, link);
    const questions = stored.map((question) => openQuestion(texts, question));
    return await areAnswersRight(needs, questions, answers);
  } catch (error) {
    await needs.database.transaction(async (tx) => {
      if (await holdsLink(needs, tx, held)) await undoGuess(tx, vault.id, counted);
    });
    throw error;
  }
}

async function recordWrongAnswers(
  needs: Needs,
  { vault, owner, email }: OpenLink,
  counted: Guesses,
  held: Held,
): Promise<never> {
  const isLocked = areLocked(counted);
  const pausedUntil = isLocked ? null : counted.pausedUntil;
  const { recipientName, id: vaultId } = vault;
  await needs.database.transaction(async (tx) => {
    await holdLink(needs, tx, held);
    const act = { vaultId, actor: 'recipient' as const };
    const to = { name: recipientName, email };
    await recordAct(needs, tx, { ...act, event: 'answers-wrong' });
    if (isLocked) {
      await recordAct(needs, tx, { ...act, event: 'questions-locked' });
      const facts = { recipientName, ownerName: ownerName(owner), canReopen: canRecipientReopen(counted) };
      await queueLetter(needs, tx, { to, vaultId, content: { kind: 'questions-locked', facts } });
      await queueLetter(needs, tx, notifyOwner(needs, { vault, owner }));
    } else if (pausedUntil) {
      await recordAct(needs, tx, { ...act, event: 'questions-paused' });
      const pauseMinutes = Math.round((pausedUntil.getTime() - needs.clock.now().getTime()) / 60_000);
      const facts = { recipientName, pauseMinutes };
      await queueLetter(needs, tx, { to, vaultId, content: { kind: 'questions-paused', facts } });
    }
  });
  throw new Refusal('answers-refused', pausedUntil ? { retryAt: pausedUntil } : {});
}

const notifyOwner = ({ publicUrl }: Needs, { vault, owner }: Pick<OpenLink, 'vault' | 'owner'>) => ({
  to: { name: ownerName(owner), email: owner.email },
  vaultId: vault.id,
  userId: owner.id,
  content: {
    kind: 'owner-questions-locked' as const,
    facts: {
      firstName: greetingName(owner),
      vaultTitle: vault.title,
      recipientName: vault.recipientName,
      link: `${publicUrl}/vault/${vault.id}`,
    },
  },
});
