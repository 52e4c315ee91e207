// What the checkout shows when there is nothing to pay, nobody is signed in, or payment is unavailable.
import { billingPath } from '@remembrance/contract/billing.ts';
import { refusals } from '@remembrance/contract/refusals.ts';
import type { Vault } from '@remembrance/contract/vaults.ts';
import { useEffect } from 'react';
import { product } from '../../lib/product.ts';
import { signInPath } from '../../people/sessions/login-redirect.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageShell } from '../../ui/page/page-shell.tsx';
import { toast } from '../../ui/toast.tsx';
import { alreadyActiveText } from './checkout-rules.ts';
import { useRefreshVaults } from './use-checkout.ts';

export function Preparing() {
  return (
    <div role="status" className="grid gap-4">
      <p className="text-muted">Preparing checkout...</p>
      <Skeleton className="h-40" />
    </div>
  );
}

export function InvalidVaultId() {
  useEffect(() => toast({ title: 'Error', description: 'Invalid vault ID', variant: 'destructive' }), []);
  return (
    <PageShell title="Invalid vault ID" lead="This link does not name a vault to pay for." width="text">
      <ButtonLink to="/">Return Home</ButtonLink>
    </PageShell>
  );
}

export function SignInFirst() {
  const here = `${window.location.pathname}${window.location.search}`;
  return (
    <PageShell title="Complete Your Purchase" lead="Please sign in to pay for your vault." width="text">
      <ButtonLink href={signInPath(here)}>Log In</ButtonLink>
    </PageShell>
  );
}

export function AlreadyActive({ vault }: { vault: Vault }) {
  const isLapsed = vault.paymentStatus === 'lapsed';
  const title = isLapsed ? 'The plan of this vault is not active' : 'This vault is active';
  return (
    <PageShell
      title={vault.status === 'released' ? 'This vault has been released' : title}
      lead={alreadyActiveText(vault)}
      width="text"
    >
      <p className="mb-8 font-semibold">
        <AsWritten>{vault.title}</AsWritten>
      </p>
      <div className="flex flex-wrap gap-3">
        {isLapsed && <ButtonLink to={billingPath}>Open billing</ButtonLink>}
        <ButtonLink variant={isLapsed ? 'secondary' : 'primary'} to={`/vault/${vault.id}`}>
          View Vault
        </ButtonLink>
      </div>
    </PageShell>
  );
}

/** Shown until the vault has been loaded again and is known to be active. */
export function AlreadyPaid({ vaultId }: { vaultId: string }) {
  useRefreshVaults();
  return (
    <Notice variant="success" action={<ButtonLink to={`/vault/${vaultId}`}>View Vault</ButtonLink>}>
      {refusals['already-paid'].detail}
    </Notice>
  );
}

export function NotPrepared({ reason, onRetry }: { reason: string; onRetry: () => void }) {
  useEffect(
    () =>
      toast({
        title: 'Error',
        description: 'Failed to initialize payment',
        variant: 'destructive',
        isSaidInPage: true,
      }),
    [],
  );
  return (
    <Notice
      variant="danger"
      title="Payment Error"
      action={
        <div className="flex flex-wrap gap-3">
          <Button onClick={onRetry}>Try again</Button>
          <ButtonLink variant="secondary" href={`mailto:${product.supportEmail}`}>
            Contact support
          </ButtonLink>
        </div>
      }
    >
      <p>Unable to initialize payment. Please try again or contact support.</p>
      {reason && <p className="mt-1">{reason}</p>}
      <p className="mt-1 text-muted">Error: Failed to initialize payment</p>
    </Notice>
  );
}
