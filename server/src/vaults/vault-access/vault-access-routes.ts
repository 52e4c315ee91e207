// The recipient's HTTP routes, those that reopen the questions, and the owner's preview. A cookie carries the browser's proofs.
import { previewVault, rehearseRelease } from '@remembrance/contract/previews.ts';
import { reopenQuestionsByExecutor } from '@remembrance/contract/release.ts';
import * as contract from '@remembrance/contract/vault-access.ts';
import { reopenQuestions as reopenQuestionsByOwner } from '@remembrance/contract/vaults.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Routes } from '../../http/routes.ts';
import { isId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import type { SlowHash } from '../../platform/lib/slow-hash.ts';
import type { LinkNeeds as IssueNeeds } from '../recipients/issue-link.ts';
import { findCodeHolder } from '../release/verify-executor.ts';
import { findVaultOf } from '../stores/vault-store.ts';
import type { LinkNeeds } from './open-link.ts';
import { openVault } from './open-vault.ts';
import type { RecipientSession, RecipientSessions } from './recipient-session.ts';
import { reopenQuestions } from './reopen-questions.ts';
import { sendCode } from './send-code.ts';
import { sendFreshLink } from './send-fresh-link.ts';
import { type RehearsalNeeds, sendRehearsal } from './send-rehearsal.ts';
import { serveCopy } from './serve-copy.ts';
import { showPreview } from './show-preview.ts';
import { verifyAnswers } from './verify-answers.ts';
import { verifyCode } from './verify-code.ts';
import { verifyEmail } from './verify-email.ts';
import type { CopyNeeds } from './write-copy.ts';

export type VaultAccessNeeds = LinkNeeds &
  IssueNeeds &
  CopyNeeds &
  RehearsalNeeds & { answerHash: SlowHash; recipientSessions: RecipientSessions };

export function vaultAccessRoutes(routes: Routes, needs: VaultAccessNeeds): void {
  recipientRoutes(routes, needs);
  reopeningRoutes(routes, needs);
  previewRoutes(routes, needs);
}

function recipientRoutes(routes: Routes, needs: VaultAccessNeeds): void {
  const { recipientSessions } = needs;
  const visit = (token: string, request: FastifyRequest) => ({
    token,
    sessionOf: (linkId: string) => recipientSessions.read(request, linkId),
  });
  const start = (reply: FastifyReply, { linkId, session }: { linkId: string; session: RecipientSession }) =>
    recipientSessions.start(reply, linkId, session);

  routes.open(contract.verifyAccess, ({ query, request, origin }) =>
    openVault(needs, { ...visit(query.token, request), origin }),
  );
  routes.open(contract.readAccess, ({ body, request, origin }) =>
    openVault(needs, { ...visit(body.token, request), origin }),
  );
  routes.open(contract.verifyAccessEmail, async ({ body, request, reply }) => {
    const proof = await verifyEmail(needs, { ...visit(body.token, request), email: body.email });
    start(reply, proof);
    return { questions: proof.questions };
  });
  routes.open(contract.sendAccessCode, ({ body, request }) => sendCode(needs, visit(body.token, request)));
  routes.open(contract.verifyAccessCode, async ({ body, request, reply }) => {
    const proof = await verifyCode(needs, { ...visit(body.token, request), code: body.code });
    start(reply, proof);
    return { questions: proof.questions };
  });
  routes.open(contract.verifyAccessAnswers, async ({ body, request, reply, origin }) => {
    const proof = await verifyAnswers(needs, { ...visit(body.token, request), answers: body.answers, origin });
    start(reply, proof);
    return proof.content;
  });
  routes.open(contract.requestFreshLink, async ({ body }) => {
    await sendFreshLink(needs, body.token);
    return { sent: true as const };
  });
  routes.stream(contract.downloadEverything, ({ query, request, reply }) =>
    serveCopy(needs, { link: query, request, reply }),
  );
}

function reopeningRoutes(routes: Routes, needs: VaultAccessNeeds): void {
  routes.owner(reopenQuestionsByOwner, async ({ params, owner }) => {
    const found = isId(params.id) ? await findVaultOf(needs.database, owner.id, params.id) : null;
    if (!found) refuse('vault-not-found');
    await reopenQuestions(needs, { vaultId: found.vault.id, by: { actor: 'owner' } });
    return { reopened: true as const };
  });
  routes.open(reopenQuestionsByExecutor, async ({ params, body }) => {
    const { executor, vault } = await findCodeHolder(needs, body.accessCode);
    if (vault.id !== params.vaultId) refuse('access-code-refused');
    await reopenQuestions(needs, { vaultId: vault.id, by: { actor: 'executor', actorId: executor.id } });
    return { reopened: true as const };
  });
}

function previewRoutes(routes: Routes, needs: VaultAccessNeeds): void {
  routes.owner(previewVault, ({ params, owner }) => showPreview(needs, owner, params.id));
  routes.owner(rehearseRelease, async ({ params, owner }) => {
    const nextAt = await sendRehearsal(needs, owner, params.id);
    return { nextAt: nextAt.toISOString() };
  });
}
