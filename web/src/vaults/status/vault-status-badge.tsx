// The badges of a vault: active or released, or a draft that nobody can release yet.
import type { VaultListItem, VaultStatus } from '@remembrance/contract/vaults.ts';
import { Badge } from '../../ui/card.tsx';
import { isDraft } from './vault-overview.ts';

export function VaultStatusBadge({ status }: { status: VaultStatus }) {
  return status === 'released' ? <Badge>Released</Badge> : <Badge variant="success">Active</Badge>;
}

export function OwnVaultBadges({ vault }: { vault: Pick<VaultListItem, 'status' | 'paymentStatus'> }) {
  if (!isDraft(vault)) return <VaultStatusBadge status={vault.status} />;
  return (
    <>
      <Badge>Not active yet</Badge>
      <Badge variant="accent">Unpaid</Badge>
    </>
  );
}
