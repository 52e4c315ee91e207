// The HTTP routes for the links in letters (undo a change, confirm a new address), and for requesting a new address.
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
