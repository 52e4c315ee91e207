// The page that edits a vault, as long as it is not released and its plan has edits left.
import { billingPath } from '@remembrance/contract/billing.ts';
import type { VaultFile } from '@remembrance/contract/files.ts';
import type { Vault } from '@remembrance/contract/vaults.ts';
import { useState } from 'react';
import { useExecutors } from '../../executors/use-executors.ts';
import { useNavigate, useParams } from '../../lib/location.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { PageShell } from '../../ui/page-shell.tsx';
import { useFiles, useVault } from '../use-vault.ts';
import { VaultLoading, VaultTrouble } from '../vault-states.tsx';
import { editAllowance } from './edit-allowance.ts';
import { EditVaultForm } from './edit-vault-form.tsx';

export default function EditVaultPage() {
  const { id = '' } = useParams();
  const vault = useVault(id);
  const executors = useExecutors(id);
  const files = useFiles(id);
  const error = vault.error ?? executors.error ?? (files.data ? null : files.error);
  const retry = () => void Promise.all([vault.refetch(), executors.refetch(), files.refetch()]);
  if (error) return <VaultTrouble error={error} onRetry={retry} />;
  if (!vault.data || !executors.data || !files.data) return <VaultLoading />;
  return <EditVault vault={vault.data} files={files.data} hasExecutor={executors.data.length > 0} />;
}

interface EditVaultProps {
  vault: Vault;
  files: readonly VaultFile[];
  hasExecutor: boolean;
}

function EditVault({ vault, files, hasExecutor }: EditVaultProps) {
  const navigate = useNavigate();
  const [isSaved, setSaved] = useState(false);
  const { isAllowed, isCounted, text } = editAllowance(vault);
  const finish = () => {
    setSaved(true);
    navigate(`/vault/${vault.id}`);
  };
  if (vault.status === 'released')
    return (
      <Refused
        id={vault.id}
        title="Cannot Edit Released Vault"
        reason="This vault has already been released and cannot be edited"
      />
    );
  // The edit just saved may have been the last one, so it must not show a refusal.
  if (!isAllowed && !isSaved)
    return (
      <Refused
        id={vault.id}
        title="This vault cannot be edited"
        reason={text}
        isLapsed={vault.paymentStatus === 'lapsed'}
      />
    );
  return (
    <PageShell
      title="Edit Vault"
      lead={isCounted ? `${text}. Saving a change uses one edit.` : `${text}.`}
      width="text"
    >
      <EditVaultForm vault={vault} files={files} hasExecutor={hasExecutor} onSaved={finish} />
    </PageShell>
  );
}

interface RefusedProps {
  id: string;
  title: string;
  reason: string;
  /** Shows a link to billing, because the plan must be restarted first. */
  isLapsed?: boolean;
}

function Refused({ id, title, reason, isLapsed = false }: RefusedProps) {
  return (
    <PageShell title={title} lead={reason} width="text">
      <div className="flex flex-wrap gap-3">
        {isLapsed && <ButtonLink to={billingPath}>Open billing</ButtonLink>}
        <ButtonLink variant={isLapsed ? 'secondary' : 'primary'} to={`/vault/${id}`}>
          View Vault
        </ButtonLink>
      </div>
    </PageShell>
  );
}
