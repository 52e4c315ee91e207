// The owner's HTTP routes for vaults, their questions and their activity.
import {
  type ActivityEvent,
  type ActivityLine,
  activityEvents,
  largestNumber,
  listActivity,
} from '@remembrance/contract/activity.ts';
import { editVault as editVaultCall } from '@remembrance/contract/edit-vault.ts';
import { changeDelivery as changeDeliveryCall } from '@remembrance/contract/follow-up.ts';
import { listQuestions, tryAnswers as tryAnswersCall } from '@remembrance/contract/questions.ts';
import * as contract from '@remembrance/contract/vaults.ts';
import type { ObjectStorage } from '../files/storage/object-storage.ts';
import type { Routes } from '../http/routes.ts';
import { isId } from '../platform/lib/ids.ts';
import { refuse } from '../platform/lib/refusal.ts';
import { type ActivityRow, listActivity as listRows } from '../records/acts/act-store.ts';
import { type CreateVaultNeeds, createVault } from './create/create-vault.ts';
import { deleteVault } from './delete/delete-vault.ts';
import { changeDelivery } from './edit/change-delivery.ts';
import { editVault } from './edit/edit-vault.ts';
import { tryAnswers } from './edit/try-answers.ts';
import { readQuestions } from './recipients/question-texts.ts';
import { correctionOf } from './release/show-follow-up.ts';
import { overviewOf } from './vault/vault-overview.ts';
import { type FoundVault, findSessionWithVaults, findVaultOf } from './vault/vault-store.ts';

type Needs = CreateVaultNeeds & { storage: ObjectStorage };

export function vaultRoutes(routes: Routes, needs: Needs): void {
  routes.owner(
    contract.listVaults,
    async ({ owner }) =>
      owner.vaults.map((vault) => ({
        id: vault.id,
        title: vault.title,
        recipientName: vault.recipientName,
        ...statesOf(vault),
        ...overviewOf(vault),
        scheduledReleaseDate: vault.scheduledReleaseDate?.toISOString() ?? null,
        createdAt: vault.createdAt.toISOString(),
      })),
    findSessionWithVaults,
  );
  routes.owner(contract.createVault, async ({ body, owner, repeatKey }) => {
    return showVault(
      needs,
      await createVault(needs, { ...body, ownerId: owner.id, provenAt: owner.provenAt, repeatKey }),
    );
  });
  routes.owner(contract.getVault, async ({ params, owner }) =>
    showVault(needs, await findVault(needs, owner.id, params.id)),
  );
  routes.owner(editVaultCall, async ({ params, body, owner, repeatKey }) =>
    showVault(needs, await editVault(needs, { owner, vaultId: params.id, body, repeatKey })),
  );
  routes.owner(changeDeliveryCall, ({ params, body, owner }) =>
    changeDelivery(needs, { ownerId: owner.id, vaultId: params.id, body }),
  );
  routes.owner(contract.deleteVault, async ({ params, owner }) => {
    await deleteVault(needs, { owner, vaultId: params.id });
    return {};
  });
  questionRoutes(routes, needs);
  activityRoutes(routes, needs);
}

async function findVault({ database }: Needs, ownerId: string, vaultId: string): Promise<FoundVault> {
  const found = isId(vaultId) ? await findVaultOf(database, ownerId, vaultId) : null;
  return found ?? refuse('vault-not-found');
}

async function showVault({ vaultKeys }: Needs, found: FoundVault): Promise<contract.Vault> {
  const { vault, wrappedKey, editsAllowed, verifiedAt, isProven, questionCount } = found;
  const texts = await vaultKeys.textsOf(vault.id, wrappedKey);
  const { waitHours, mustAgree, ...row } = vault;
  const correction = vault.status === 'released' ? correctionOf(vault) : null;
  return {
    ...row,
    ...((waitHours > 0 || mustAgree) && { release: { waitHours, mustAgree } }),
    message: texts.open('message', vault.message),
    questionCount,
    ...statesOf(vault),
    ...overviewOf(found),
    editsAllowed,
    scheduledReleaseDate: vault.scheduledReleaseDate?.toISOString() ?? null,
    releasedAt: vault.releasedAt?.toISOString() ?? null,
    ...(correction && { correction }),
    isProven,
    verifiedAt: verifiedAt && new Date(verifiedAt).toISOString(),
    createdAt: vault.createdAt.toISOString(),
    updatedAt: vault.updatedAt.toISOString(),
  };
}

// Check constraints of the table limit these to the contract's values.
const statesOf = (vault: { status: string; paymentStatus: string }) => ({
  status: vault.status as contract.VaultStatus,
  paymentStatus: vault.paymentStatus as contract.PaymentStatus,
});

function questionRoutes(routes: Routes, needs: Needs): void {
  routes.owner(listQuestions, async ({ params: { id }, owner }) => {
    const { wrappedKey } = await findVault(needs, owner.id, id);
    const questions = await readQuestions(needs.database, id, await needs.vaultKeys.textsOf(id, wrappedKey));
    return questions.map(({ id: questionId, question, spellings }) => ({
      id: questionId,
      question,
      spellings,
    }));
  });
  routes.owner(tryAnswersCall, async ({ params, body, owner }) => {
    const accepted = await tryAnswers(needs, { ownerId: owner.id, vaultId: params.id, answers: body.answers });
    return { accepted };
  });
}

const linesAtOnce = 50;

function activityRoutes(routes: Routes, needs: Needs): void {
  routes.owner(listActivity, async ({ params: { id }, query: { before = largestNumber }, owner }) => {
    await findVault(needs, owner.id, id);
    const rows = await listRows(needs.database, { vaultId: id, before, max: linesAtOnce + 1 });
    const shown = rows.slice(0, linesAtOnce);
    return {
      lines: shown.filter(isKnown).map(lineOf),
      next: rows.length > linesAtOnce ? (shown.at(-1)?.number ?? null) : null,
    };
  });
}

/** During an upgrade a process of the next version may have written events that this one does not know. */
const isKnown = ({ event }: ActivityRow): boolean => activityEvents.includes(event as ActivityEvent);

const lineOf = ({ at, actor, event, fields, ...row }: ActivityRow): ActivityLine => ({
  ...row,
  at: new Date(at).toISOString(),
  actor: actor as ActivityLine['actor'], // only this service writes it
  event: event as ActivityEvent,
  fields: fields?.split(' ') ?? [],
});
