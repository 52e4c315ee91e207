// The button to edit a vault, with how many edits are left. It is disabled with its reason where no edit is possible, with a
// link to billing where the plan is not active.
import { billingPath } from '@remembrance/contract/billing.ts';
import type { Vault } from '@remembrance/contract/vaults.ts';
import { useId } from 'react';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { editAllowance } from '../edit/edit-allowance.ts';

export function EditLink({ vault }: { vault: Vault }) {
  const id = useId();
  const { isAllowed, text } = editAllowance(vault);
  if (vault.paymentStatus === 'lapsed')
    return (
      <>
        <Notice
          title="The plan of this vault is not active"
          action={<ButtonLink to={billingPath}>Open billing</ButtonLink>}
        >
          <p id={id}>{text}</p>
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
        {text}
      </p>
    </div>
  );
}

const ClosedEdit = ({ describedBy }: { describedBy: string }) => (
  <Button variant="secondary" className="justify-self-start" disabled aria-describedby={describedBy}>
    Edit Vault
  </Button>
);
