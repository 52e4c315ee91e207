// A vault in the owner's list. An unpaid vault links to its checkout, any other to its details.
import type { VaultListItem } from '@remembrance/contract/vaults.ts';
import { shortDate } from '../lib/dates.ts';
import { Badge } from '../ui/card.tsx';
import { Link } from '../ui/link.tsx';
import { Seal } from '../ui/seal/seal.tsx';
import { VaultStatusBadge } from './vault-status-badge.tsx';

export function VaultCard({ vault }: { vault: VaultListItem }) {
  const isUnpaid = vault.paymentStatus === 'unpaid';
  return (
    <Link
      to={isUnpaid ? `/checkout/${vault.id}` : `/vault/${vault.id}`}
      className="flex h-full flex-col rounded-card border border-line bg-surface p-5 transition-shadow hover:border-control hover:shadow-raised sm:p-6"
    >
      <span className="flex items-start justify-between gap-3">
        <span className="flex flex-wrap gap-2">
          <VaultStatusBadge status={vault.status} />
          {isUnpaid && <Badge variant="accent">Unpaid</Badge>}
        </span>
        <Seal vaultId={vault.id} size={56} />
      </span>
      <strong dir="auto" className="mt-4 line-clamp-3 font-semibold text-lg leading-snug">
        {vault.title}
      </strong>
      <span className="mt-1 line-clamp-2 text-muted">
        For: <bdi>{vault.recipientName}</bdi>
      </span>
      <span className="mt-auto pt-5 text-muted text-sm">
        {isUnpaid ? 'Click to complete payment and activate vault' : `Created ${shortDate(vault.createdAt)}`}
      </span>
    </Link>
  );
}
