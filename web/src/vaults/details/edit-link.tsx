// The button to edit a vault, with the number of edits left. If no edit is possible it is disabled and shows the reason, with a link to
// billing if the plan is not active.
import { billingPath } from '@remembrance/contract/billing.ts';
import type { Vault } from '@remembrance/contract/vaults.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { editAllowance } from '../edit/edit-allowance.ts';

const reasonId = 'edits';

export function EditLink({ vault }: { vault: Vault }) {
  const { isAllowed, text } = editAllowance(vault);
  const isLapsed = vault.paymentStatus === 'lapsed';
  return (
    <>
      {isAllowed && !isLapsed ? (
        <ButtonLink to={`/vault/${vault.id}/edit`} size="compact" aria-describedby={reasonId}>
          Edit Vault
        </ButtonLink>
      ) : (
        <Button size="compact" disabled aria-describedby={reasonId}>
          Edit Vault
        </Button>
      )}
      {!isLapsed && (
        <p id={reasonId} className="order-last w-full max-w-[34rem] text-muted text-sm">
          {text}
        </p>
      )}
    </>
  );
}

/** Why a vault on an inactive plan cannot be edited, and where to change that. */
export function LapsedNotice({ vault }: { vault: Vault }) {
  if (vault.paymentStatus !== 'lapsed') return null;
  return (
    <Notice
      title="The plan of this vault is not active"
      action={<ButtonLink to={billingPath}>Open billing</ButtonLink>}
    >
      <span id={reasonId}>{editAllowance(vault).text}</span>
    </Notice>
  );
}
