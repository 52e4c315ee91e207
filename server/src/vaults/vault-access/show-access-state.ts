// Returns the step a browser has reached on the way to the vault. A call changes nothing, so link scanners do no harm.
import type { AccessState, SentCode } from '@remembrance/contract/access-state.ts';
import { nextCodeAt } from '../../letters/ledger/code-rules.ts';
import { listCodeTimes } from '../../letters/ledger/letter-report-store.ts';
import { ownerName } from '../../people/users/owner-name.ts';
import { findCodeOf } from './code-store.ts';
import { areLocked, canRecipientReopen, guessRefusal, triesLeft } from './guess-rules.ts';
import { readGuesses } from './guess-store.ts';
import { type LinkNeeds, listQuestionTexts, type OpenLink, openLink, type Visit } from './open-link.ts';
import type { RecipientSession } from './recipient-session.ts';
import { showContent } from './show-content.ts';

export async function showAccessState(needs: LinkNeeds, visit: Visit & { origin: string }): Promise<AccessState> {
  const link = await openLink(needs, visit.token);
  const session = visit.sessionOf(link.id);
  const reminder = link.remindAt ? { remindAt: link.remindAt.toISOString() } : {};
  if (!session) return { step: 'email', ...reminder };
  if (session.proven === 'granted') return { step: 'granted', ...(await showContent(needs, link, visit.origin)) };
  const now = needs.clock.now();
  const guesses = await readGuesses(needs.database, link.vault.id);
  const locked = areLocked(guesses);
  const refusal = guessRefusal(guesses, { holdsMailbox: session.proven === 'mailbox' }, now);
  const needsCode = locked ? canRecipientReopen(guesses) : refusal === 'mailbox-code-first';
  const code = needsCode ? await findSentCode(needs, link, session) : null;
  const left = triesLeft(guesses, { browserId: session.browserId, holdsMailbox: session.proven === 'mailbox' }, now);
  return {
    step: needsCode ? 'code' : 'questions',
    questions: await listQuestionTexts(needs, link),
    ownerName: ownerName(link.owner),
    ...(link.vault.releasedBy ? { releasedBy: link.vault.releasedBy } : {}),
    ...(refusal === 'answers-paused' ? { pausedUntil: guesses.pausedUntil?.toISOString() } : {}),
    ...(left ? { triesLeft: left } : {}),
    ...(locked ? { locked } : {}),
    ...(code ? { code } : {}),
    ...reminder,
  };
}

/** The code this browser has requested and may still try. */
async function findSentCode(
  { database, clock }: LinkNeeds,
  { vault }: OpenLink,
  { browserId }: RecipientSession,
): Promise<SentCode | null> {
  const now = clock.now();
  const code = await findCodeOf(database, { vaultId: vault.id, browserId }, now);
  if (!code) return null;
  const mailedAt = await listCodeTimes(database, { vaultId: vault.id, kind: 'recipient-code' }, now);
  return { expiresAt: code.expiresAt.toISOString(), resendAt: nextCodeAt(mailedAt, now).toISOString() };
}
