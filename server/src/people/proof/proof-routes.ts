// The HTTP routes by which a signed-in owner proves their identity again.
import * as contract from '@remembrance/contract/proof.ts';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Routes } from '../../http/routes.ts';
import { type ProveOwnerNeeds, proveByPasskey, proveByPassword, readProof } from './prove-owner.ts';

export function proofRoutes(routes: Routes, needs: ProveOwnerNeeds): void {
  routes.owner(contract.getProof, ({ owner }) => readProof(needs, owner));
  routes.owner(contract.proveByPassword, ({ owner, body }) => proveByPassword(needs, owner, body.password));
  routes.owner(contract.proveByPasskey, ({ owner, body }) =>
    proveByPasskey(needs, owner, body.answer as AuthenticationResponseJSON),
  );
}
