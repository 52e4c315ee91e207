// The calls of the letters' links: taking a change back, and confirming a new address; and asking for one.
import * as account from '@remembrance/contract/account.ts';
import * as contract from '@remembrance/contract/owner-changes.ts';
import type { FastifyRequest } from 'fastify';
import type { Owner, Routes } from '../http/routes.ts';
import { type ChangeEmailNeeds, confirmEmailChange, requestEmailChange } from './change-email.ts';
import { showChange, type UndoChangeNeeds, undoChange } from './undo-change.ts';

interface Needs extends UndoChangeNeeds, ChangeEmailNeeds {
  readOwner: (request: FastifyRequest) => Promise<Owner | null>;
}

export function ownerChangeRoutes(routes: Routes, needs: Needs): void {
  routes.open(contract.showOwnerChange, ({ body }) => showChange(needs, body.token));
  routes.open(contract.undoOwnerChange, async ({ body, request }) => {
    const isPutBack = await undoChange(needs, { ...body, own: await needs.readOwner(request) });
    return { isPutBack };
  });
  routes.owner(account.requestEmailChange, async ({ owner, body, origin }) => {
    await requestEmailChange(needs, { owner, email: body.email, origin });
    return { email: body.email };
  });
  routes.open(account.confirmEmailChange, async ({ body }) => {
    const { email } = await confirmEmailChange(needs, body.token);
    return { email };
  });
}
