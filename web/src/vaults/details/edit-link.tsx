// The way to change a vault, with how many changes are left; closed with its reason where there are none.
import { billingPath } from '@remembrance/contract/billing.ts';
import type { Vault } from '@remembrance/contract/vaults.ts';
import { useId } from 'react';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { editAllowance } from '../edit/edit-allowance.ts';

export function EditLink({ vault }: { vault: Vault }) {
  const id = useId();
  const { isAllowed, words } = editAllowance(vault);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {isAllowed ? (
        <ButtonLink to={`/vault/${vault.id}/edit`} variant="secondary" aria-describedby={id}>
          Edit Vault
        </ButtonLink>
      ) : (
        <Button variant="secondary" disabled aria-describedby={id}>
          Edit Vault
        </Button>
      )}
      <p id={id} className="text-muted text-sm">
        {words}
      </p>
      {vault.paymentStatus === 'lapsed' && <ButtonLink to={billingPath}>Open billing</ButtonLink>}
    </div>
  );
}
