// The badges of a vault: active or released, or one that is unpaid, so that nobody can release it yet.
import type { VaultListItem, VaultStatus } from '@remembrance/contract/vaults.ts';
import { Badge } from '../../ui/card.tsx';
import { isUnpaidVault } from './vault-overview.ts';

export function VaultStatusBadge({ status }: { status: VaultStatus }) {
  return status === 'released' ? <Badge>Released</Badge> : <Badge variant="success">Active</Badge>;
}

export function OwnVaultBadges({ vault }: { vault: Pick<VaultListItem, 'status' | 'paymentStatus'> }) {
  if (!isUnpaidVault(vault)) return <VaultStatusBadge status={vault.status} />;
  return (
    <>
      <Badge>Not active yet</Badge>
      <Badge variant="accent">Unpaid</Badge>
    </>
  );
}
