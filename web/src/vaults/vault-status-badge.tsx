// The badge that shows whether a vault is active or released.
import type { VaultStatus } from '@remembrance/contract/vaults.ts';
import { Badge } from '../ui/card.tsx';

export function VaultStatusBadge({ status }: { status: VaultStatus }) {
  return status === 'released' ? <Badge>Released</Badge> : <Badge variant="success">Active</Badge>;
}
