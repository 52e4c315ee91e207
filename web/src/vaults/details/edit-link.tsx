// The way to change a vault, with how many changes are left; closed with its reason where there are none, and with the way to
// its plan where that does not run.
import { billingPath } from '@remembrance/contract/billing.ts';
import type { Vault } from '@remembrance/contract/vaults.ts';
import { useId } from 'react';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { editAllowance } from '../edit/edit-allowance.ts';

export function EditLink({ vault }: { vault: Vault }) {
  const id = useId();
  const { isAllowed, words } = editAllowance(vault);
  if (vault.paymentStatus === 'lapsed')
    return (
      <>
        <Notice
          title="The plan of this vault does not run"
          action={<ButtonLink to={billingPath}>Open billing</ButtonLink>}
        >
          <p id={id}>{words}</p>
        </Notice>
        <ClosedEdit describedBy={id} />
      </>
    );
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {isAllowed ? (
        <ButtonLink to={`/vault/${vault.id}/edit`} variant="secondary" aria-describedby={id}>
          Edit Vault
        </ButtonLink>
      ) : (
        <ClosedEdit describedBy={id} />
      )}
      <p id={id} className="text-muted text-sm">
        {words}
      </p>
    </div>
  );
}

const ClosedEdit = ({ describedBy }: { describedBy: string }) => (
  <Button variant="secondary" className="justify-self-start" disabled aria-describedby={describedBy}>
    Edit Vault
  </Button>
);
