// The recipient's HTTP routes, and the owner's, which reopen the questions and show previews. A cookie contains the browser's proofs.
import * as linkChoices from '@remembrance/contract/link-choices.ts';
import { previewVault, rehearseRelease } from '@remembrance/contract/previews.ts';
import { reopenQuestions as reopenQuestionsCall } from '@remembrance/contract/released-vaults.ts';
import { sendAgain as sendAgainCall } from '@remembrance/contract/send-again.ts';
import * as contract from '@remembrance/contract/vault-access.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { archiveMoment, sendArchive } from '../../files/download/archive-download.ts';
import { isCopyLinkValid } from '../../files/upload/link-rules.ts';
import { type EvenTimeNeeds, evenly } from '../../http/even-time.ts';
import type { Routes } from '../../http/routes.ts';
import { isId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import type { SlowHash } from '../../platform/lib/slow-hash.ts';
import type { IssueNeeds } from '../recipients/new-link.ts';
import { findVaultOf } from '../vault/vault-store.ts';
import { closeLink } from './close-link.ts';
import { mailFreshLink } from './mail-fresh-link.ts';
import { findKnownLink, type LinkNeeds } from './open-link.ts';
import { isLower, type RecipientSession, type RecipientSessions } from './recipient-session.ts';
import { chooseReminder } from './remind-recipients.ts';
import { reopenQuestions } from './reopen-questions.ts';
import { type SendAgainNeeds, sendAgain } from './send-again.ts';
import { sendCode } from './send-code.ts';
import { type RehearsalNeeds, sendRehearsal } from './send-rehearsal.ts';
import { showAccessState } from './show-access-state.ts';
import { showPreview } from './show-preview.ts';
import { verifyAnswers } from './verify-answers.ts';
import { verifyCode } from './verify-code.ts';
import { verifyEmail } from './verify-email.ts';
import { type CopyNeeds, writeCopy } from './write-copy.ts';

export type VaultAccessNeeds = LinkNeeds &
  IssueNeeds &
  CopyNeeds &
  RehearsalNeeds &
  SendAgainNeeds &
  EvenTimeNeeds & { answerHash: SlowHash; recipientSessions: RecipientSessions };

export function vaultAccessRoutes(routes: Routes, needs: VaultAccessNeeds): void {
  recipientRoutes(routes, needs);
  ownerRoutes(routes, needs);
}

function recipientRoutes(routes: Routes, needs: VaultAccessNeeds): void {
  const { recipientSessions } = needs;
  const visit = (token: string, request: FastifyRequest) => ({
    token,
    sessionOf: (linkId: string) => recipientSessions.read(request, linkId),
  });
  const start = (
    { request, reply }: OpenRequest,
    { linkId, session }: { linkId: string; session: RecipientSession },
  ) => {
    if (!isLower(session, recipientSessions.read(request, linkId))) recipientSessions.start(reply, linkId, session);
  };

  routes.open(contract.verifyAccess, ({ query, request, origin }) =>
    showAccessState(needs, { ...visit(query.token, request), origin }),
  );
  routes.open(contract.readAccess, ({ body, request, origin }) =>
    showAccessState(needs, { ...visit(body.token, request), origin }),
  );
  routes.open(contract.verifyAccessEmail, async ({ body, request, reply }) => {
    const proof = await verifyEmail(needs, { ...visit(body.token, request), email: body.email });
    start({ request, reply }, proof);
    return { questions: proof.questions };
  });
  routes.open(contract.sendAccessCode, ({ body, request }) => sendCode(needs, visit(body.token, request)));
  routes.open(contract.verifyAccessCode, async ({ body, request, reply }) => {
    const proof = await verifyCode(needs, { ...visit(body.token, request), code: body.code });
    start({ request, reply }, proof);
    return { questions: proof.questions };
  });
  routes.open(contract.verifyAccessAnswers, async ({ body, request, reply, origin }) => {
    const proof = await verifyAnswers(needs, { ...visit(body.token, request), answers: body.answers, origin });
    start({ request, reply }, proof);
    return proof.content;
  });
  routes.open(contract.requestFreshLink, async ({ body }) => {
    const { vault } = await findKnownLink(needs, body.token);
    await mailFreshLink(needs, vault.id);
    return { sent: true as const };
  });
  routes.open(linkChoices.closeLink, ({ body }) => closeLink(needs, body.token));
  routes.open(linkChoices.remindRecipient, async ({ body }) => {
    const remindAt = await chooseReminder(needs, body);
    return { remindAt: remindAt.toISOString() };
  });
  routes.open(sendAgainCall, async ({ body }) => {
    await evenly(needs, sendAgain(needs, body.email));
    return { email: body.email };
  });
  routes.stream(contract.downloadEverything, ({ query, request, reply }) =>
    serveCopy(needs, { link: query, request, reply }),
  );
}

function ownerRoutes(routes: Routes, needs: VaultAccessNeeds): void {
  routes.owner(reopenQuestionsCall, async ({ params, owner }) => {
    const found = isId(params.id) ? await findVaultOf(needs.database, owner.id, params.id) : null;
    if (!found) refuse('vault-not-found');
    return { reopened: await reopenQuestions(needs, { vaultId: found.vault.id, by: { actor: 'owner' } }) };
  });
  routes.owner(previewVault, ({ params, owner }) => showPreview(needs, owner, params.id));
  routes.owner(rehearseRelease, async ({ params, owner }) => {
    const nextAt = await sendRehearsal(needs, owner, params.id);
    return { nextAt: nextAt.toISOString() };
  });
}

interface OpenRequest {
  request: FastifyRequest;
  reply: FastifyReply;
}

interface CopyRequest extends OpenRequest {
  link: { access: string; expires: string; signature: string };
}

/**
 * Sends everything a recipient was left as one ZIP, complete or in part, by a signed link.
 * @throws {Refusal} link-signature-refused, file-not-found, range-refused
 */
async function serveCopy(needs: CopyNeeds, { link, request, reply }: CopyRequest): Promise<FastifyReply> {
  const now = needs.clock.now();
  if (!isCopyLinkValid(needs.keyring, link, now)) refuse('link-signature-refused');
  if (!isId(link.access)) refuse('file-not-found');
  const at = archiveMoment(request, now);
  return sendArchive({ request, reply }, { ...(await writeCopy(needs, link.access, at)), at });
}
