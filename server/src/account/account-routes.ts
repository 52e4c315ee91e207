// The HTTP routes for the owner's account, and for the links in letters that undo a change or confirm a new address.
import * as contract from '@remembrance/contract/account.ts';
import type { BodyOf } from '@remembrance/contract/endpoint.ts';
import { refusableLetters } from '@remembrance/contract/letters.ts';
import {
  agreeToMove as agreeToMoveCall,
  showOwnerChange,
  undoOwnerChange,
} from '@remembrance/contract/owner-changes.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { archiveMoment, sendArchive } from '../files/download/archive-download.ts';
import type { Owner, OwnerCall, Routes } from '../http/routes.ts';
import { withoutLabel } from '../keys/secret/keyring.ts';
import { type ReportChangeNeeds, reportChange } from '../people/owner-changes/report-change.ts';
import { findPasswordHash } from '../people/passwords/password-store.ts';
import { countTrustedDevices } from '../people/sessions/known-device-store.ts';
import { countRecoveryCodes, hasTwoFactor } from '../people/two-factor/two-factor-store.ts';
import { contentWaitOf } from '../people/users/earlier-email-store.ts';
import { ownerName } from '../people/users/owner-name.ts';
import { changeUser, findUser, lockUser, type UserRow } from '../people/users/user-store.ts';
import type { Database } from '../platform/database/transaction.ts';
import { refuse } from '../platform/lib/refusal.ts';
import { recordAct } from '../records/acts/act-store.ts';
import { agreeToMove } from './agree-to-move.ts';
import { type ChangeEmailNeeds, confirmEmailChange, requestEmailChange } from './change-email.ts';
import { type DeleteAccountNeeds, deleteAccount } from './delete-account.ts';
import { type ExportNeeds, exportAccount } from './export-account.ts';
import { typeOfExtension } from './picture-rules.ts';
import { type PictureNeeds, picturePath, removePicture, setPicture } from './set-picture.ts';
import { showChange, type UndoChangeNeeds, undoChange } from './undo-change.ts';

type Needs = DeleteAccountNeeds &
  PictureNeeds &
  ExportNeeds &
  UndoChangeNeeds &
  ChangeEmailNeeds & { readOwner: (request: FastifyRequest) => Promise<Owner | null> };

export function accountRoutes(routes: Routes, needs: Needs): void {
  const { database, clock } = needs;
  routes.owner(contract.getAccount, ({ owner }) => showAccount(needs, owner.id));
  // Derived, so that the keys are not stored and a rotated secret still opens drafts sealed earlier.
  routes.owner(contract.getDraftKeys, async ({ owner }) => ({
    keys: needs.keyring.digests('draft', owner.id).map(withoutLabel),
  }));
  routes.owner(contract.changeProfile, ({ owner, body }) => changeName(needs, owner.id, body));
  routes.owner(contract.chooseLetters, async ({ owner, body }) => {
    const refused = [...new Set(body.refused)];
    const changes = { refusedLetters: refused, ...(body.timeZone && { timeZone: body.timeZone }) };
    const { timeZone } = (await changeUser(database, owner.id, changes, clock.now())) ?? refuse('unauthorized');
    return { refused, timeZone };
  });
  routes.owner(contract.putPicture, ({ owner, request }) => {
    const declaredLength = request.headers['content-length'];
    return setPicture(needs, { ownerId: owner.id, declaredLength, bytes: request.raw });
  });
  routes.owner(contract.removePicture, ({ owner }) => removePicture(needs, owner.id));
  routes.ownerStream(contract.getPicture, (call) => servePicture(needs, call));
  routes.ownerStream(contract.exportAccount, async ({ owner, request, reply }) => {
    const at = archiveMoment(request, clock.now());
    const archive = await exportAccount(needs, owner.id, at);
    const name = `account-${at.toISOString().slice(0, 10)}.zip`;
    return sendArchive({ request, reply }, { archive, name, at, recordStart: () => recordExport(needs, owner.id) });
  });
  routes.owner(contract.deleteAccount, async ({ owner, origin, reply }) => {
    const until = await deleteAccount(needs, { owner, origin });
    reply.header('set-cookie', needs.cookies.cleared);
    return { until: until.toISOString() };
  });
  ownerChangeRoutes(routes, needs);
}

/** The links in letters, which undo a change or confirm a new address, and the request for a new address. */
function ownerChangeRoutes(routes: Routes, needs: Needs): void {
  routes.open(showOwnerChange, ({ body }) => showChange(needs, body.token));
  routes.open(agreeToMoveCall, async ({ body }) => {
    await agreeToMove(needs, body.token);
    return {};
  });
  routes.open(undoOwnerChange, async ({ body, request }) => {
    const device = needs.cookies.readDevice(request);
    const isPutBack = await undoChange(needs, { ...body, own: await needs.readOwner(request), device });
    return { isPutBack };
  });
  routes.owner(contract.requestEmailChange, async ({ owner, body, origin }) => {
    await requestEmailChange(needs, { owner, email: body.email, origin });
    return { email: body.email };
  });
  routes.open(contract.confirmEmailChange, async ({ body }) => {
    const { email } = await confirmEmailChange(needs, body.token);
    return { email };
  });
}

async function showAccount({ database, clock }: Needs, ownerId: string): Promise<contract.Account> {
  const user = (await findUser(database, ownerId)) ?? refuse('unauthorized');
  return {
    ...user,
    createdAt: user.createdAt.toISOString(),
    contentFrom: contentWaitOf(user, clock.now())?.toISOString() ?? null,
    hasPassword: (await findPasswordHash(database, ownerId)) !== null,
    refusedLetters: refusableLetters.filter((kind) => user.refusedLetters.includes(kind)),
    twoFactor: {
      isOn: await hasTwoFactor(database, ownerId),
      recoveryCodesLeft: await countRecoveryCodes(database, ownerId),
      trustedBrowsers: await countTrustedDevices(database, ownerId, clock.now()),
    },
  };
}

// Every picture has a new URL, so browsers may cache it. Signing out clears the cache.
async function servePicture(
  { storage }: Needs,
  { owner, params, reply }: OwnerCall<typeof contract.getPicture>,
): Promise<FastifyReply> {
  const path = picturePath(owner.profileImageUrl, params.name);
  const type = typeOfExtension(params.name);
  if (!path || !type) refuse('file-not-found');
  const bytes = await storage.read(path, 0, Number.POSITIVE_INFINITY);
  return reply
    .headers({
      'content-type': type,
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'private, max-age=86400',
    })
    .send(bytes);
}

/** Changes the owner's name, which is in every letter to executors and recipients, and notifies the owner. */
function changeName(
  needs: ReportChangeNeeds & { database: Database },
  userId: string,
  name: BodyOf<typeof contract.changeProfile>,
): Promise<UserRow> {
  return needs.database.transaction(async (tx) => {
    const before = (await lockUser(tx, userId)) ?? refuse('unauthorized');
    const { firstName, lastName } = before;
    if (firstName === name.firstName && lastName === name.lastName) return before;
    const after = (await changeUser(tx, userId, name, needs.clock.now())) ?? refuse('unauthorized');
    await reportChange(needs, tx, {
      userId,
      kind: 'name',
      earlier: { firstName, lastName },
      state: { firstName: after.firstName, lastName: after.lastName },
      before: ownerName(before),
      after: ownerName(after),
    });
    return after;
  });
}

/** Records that an export has started, and reports it to its owner in a letter. A resumed export was recorded before. */
const recordExport = (needs: ReportChangeNeeds & { database: Database }, ownerId: string): Promise<void> =>
  needs.database.transaction(async (tx) => {
    await recordAct(needs, tx, { userId: ownerId, actor: 'owner', event: 'account-exported' });
    await reportChange(needs, tx, { userId: ownerId, kind: 'export' });
  });
