// The head of a vault's page: its seal, title, recipient and badges, and the links to edit and preview it.
import { billingPath } from '@remembrance/contract/billing.ts';
import type { Vault } from '@remembrance/contract/vaults.ts';
import { shortDate } from '../../lib/dates.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageTitle } from '../../ui/page/page-shell.tsx';
import { Seal } from '../../ui/seal/seal.tsx';
import { editAllowance } from '../edit/edit-allowance.ts';
import { releaseWays } from '../status/release-ways.ts';
import { isUnpaidVault } from '../status/vault-overview.ts';
import { OwnVaultBadges } from '../status/vault-status-badge.tsx';
import { WriteAnother } from './write-another.tsx';

const reasonId = 'edits';

export function VaultHead({ vault }: { vault: Vault }) {
  return (
    <>
      <div className="ring-behind bg-vellum">
        <div className="mx-auto flex w-full max-w-page flex-col gap-x-12 gap-y-7 px-5 py-8 sm:flex-row sm:items-center sm:px-8 sm:py-14">
          <Seal vaultId={vault.id} size={120} label={`The seal of ${vault.title}`} />
          <div className="min-w-0">
            <PageTitle>
              <AsWritten>{vault.title}</AsWritten>
            </PageTitle>
            <p className="mt-2 text-lg text-muted">
              For <AsWritten>{vault.recipientName}</AsWritten>
            </p>
            <p className="mt-5 flex flex-wrap items-center gap-x-3 gap-y-2 text-muted text-sm">
              <OwnVaultBadges vault={vault} />
              <span>{`Created ${shortDate(vault.createdAt)}`}</span>
            </p>
            <div className="mt-5 flex flex-wrap items-center gap-3">
              {vault.status !== 'released' && <EditLink vault={vault} />}
              <PreviewLink {...vault} />
              {!isUnpaidVault(vault) && <WriteAnother vault={vault} />}
            </div>
          </div>
        </div>
      </div>
      <div className="guilloche-band" />
    </>
  );
}

/** Leads an owner through all the recipient's steps; nothing is sent, counted or released. */
const PreviewLink = ({ id, status }: Vault) => (
  <ButtonLink variant="secondary" size="compact" className="justify-self-start" to={`/vault/${id}/preview`}>
    {status === 'released' ? 'See it as they do' : 'See it as they will'}
  </ButtonLink>
);

/** Shows the number of edits left. If no edit is possible it is disabled and shows the reason. */
function EditLink({ vault }: { vault: Vault }) {
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
      title={vault.planState === 'paused' ? 'Your plan is paused' : 'Your plan has ended'}
      action={
        <ButtonLink to={billingPath}>
          {vault.planState === 'paused' ? 'Resume the plan' : 'Restart the plan'}
        </ButtonLink>
      }
    >
      <span id={reasonId}>{`Until you do, you cannot edit this vault. ${releaseWays(vault)}`}</span>
    </Notice>
  );
}
