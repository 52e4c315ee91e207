// The recipient's calls: where they stand, the address, the answers, a fresh link; and opening the questions again.
import { guesses as guessLimits } from '@remembrance/contract/limits.ts';
import { reopenQuestionsByExecutor } from '@remembrance/contract/release.ts';
import * as contract from '@remembrance/contract/vault-access.ts';
import { reopenQuestions as reopenQuestionsByOwner } from '@remembrance/contract/vaults.ts';
import { recordAudit } from '../audit/audit-store.ts';
import type { Routes } from '../http/routes.ts';
import { isId } from '../lib/ids.ts';
import { refuse } from '../lib/refusal.ts';
import type { SlowHash } from '../lib/slow-hash.ts';
import { isSameEmail } from '../recipients/answer-rules.ts';
import { areAnswersRight } from '../recipients/check-answers.ts';
import type { LinkNeeds as IssueNeeds } from '../recipients/issue-link.ts';
import { markAnswersProvided, markEmailVerified } from '../recipients/link-store.ts';
import { listQuestions } from '../recipients/question-store.ts';
import { findCodeHolder } from '../release/verify-executor.ts';
import { findVaultOf } from '../vaults/vault-store.ts';
import { guessOnce } from './guess-once.ts';
import { endRow, readGuesses, takeBackGuess } from './guess-store.ts';
import { type LinkNeeds, type OpenLink, openLink } from './open-link.ts';
import type { RecipientSessions } from './recipient-session.ts';
import { reopenQuestions, sendFreshLink } from './send-fresh-link.ts';
import { showContent } from './show-content.ts';

export type VaultAccessNeeds = LinkNeeds & IssueNeeds & { slowHash: SlowHash; recipientSessions: RecipientSessions };

export function vaultAccessRoutes(routes: Routes, needs: VaultAccessNeeds): void {
  const { database, clock, recipientSessions } = needs;
  const questionsOf = async ({ vault }: OpenLink) =>
    (await listQuestions(database, vault.id)).map(({ question }) => question);

  routes.open(contract.verifyAccess, async ({ query, request, origin }) => {
    const link = await openLink(needs, query.token);
    const proven = recipientSessions.read(request, link.id);
    if (proven === 'granted') return { step: 'granted' as const, ...(await showContent(needs, link, origin)) };
    const { wrongInAll, pausedUntil } = await readGuesses(database, link.vault.id);
    return {
      step: proven ?? ('email' as const),
      ...(proven ? { questions: await questionsOf(link) } : {}),
      ...(pausedUntil && pausedUntil > clock.now() ? { pausedUntil: pausedUntil.toISOString() } : {}),
      ...(wrongInAll >= guessLimits.lockAfter ? { locked: true } : {}),
    };
  });

  routes.open(contract.verifyAccessEmail, async ({ body, reply }) => {
    const link = await openLink(needs, body.token);
    const isRight = () => isSameEmail(body.email, link.vault.recipientEmail);
    await guessOnce(needs, { link, what: 'email', isRight });
    await database.transaction(async (tx) => {
      await takeBackGuess(tx, link.vault.id);
      await markEmailVerified(tx, link.id);
      await recordAudit(needs, tx, { vaultId: link.vault.id, actor: 'recipient', event: 'email-verified' });
    });
    recipientSessions.start(reply, link.id, 'questions');
    return { questions: await questionsOf(link) };
  });

  routes.open(contract.verifyAccessAnswers, async ({ body, reply, origin }) => {
    const link = await openLink(needs, body.token);
    if (!link.verified) refuse('email-step-first');
    const questions = await listQuestions(database, link.vault.id);
    const isRight = () => areAnswersRight(needs, questions, body.answers);
    await guessOnce(needs, { link, what: 'answers', isRight });
    await database.transaction(async (tx) => {
      await endRow(tx, link.vault.id);
      await markAnswersProvided(tx, link.id);
      await recordAudit(needs, tx, { vaultId: link.vault.id, actor: 'recipient', event: 'answers-right' });
    });
    recipientSessions.start(reply, link.id, 'granted');
    return showContent(needs, link, origin);
  });

  routes.open(contract.requestFreshLink, async ({ body }) => {
    await sendFreshLink(needs, body.token);
    return { sent: true as const };
  });

  routes.owner(reopenQuestionsByOwner, async ({ params, owner }) => {
    const found = isId(params.id) ? await findVaultOf(database, owner.id, params.id) : null;
    if (!found) refuse('vault-not-found');
    await reopenQuestions(needs, { vaultId: found.vault.id, actor: 'owner', actorId: owner.id });
    return { reopened: true as const };
  });

  routes.open(reopenQuestionsByExecutor, async ({ params, body }) => {
    const { executor, vault } = await findCodeHolder(needs, body.accessCode);
    if (vault.id !== params.vaultId) refuse('access-code-refused');
    await reopenQuestions(needs, { vaultId: vault.id, actor: 'executor', actorId: executor.id });
    return { reopened: true as const };
  });
}
