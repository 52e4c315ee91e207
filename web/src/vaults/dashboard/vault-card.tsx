// A vault in the owner's list, with its seal and its status. An unpaid vault links to its checkout, any other to its details.
import type { VaultListItem } from '@remembrance/contract/vaults.ts';
import { shortDate } from '../../lib/dates.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { Link } from '../../ui/link.tsx';
import { Seal } from '../../ui/seal/seal.tsx';
import { isUnpaidVault, stateLines } from '../status/vault-overview.ts';
import { OwnVaultBadges } from '../status/vault-status-badge.tsx';

export function VaultCard({ vault }: { vault: VaultListItem }) {
  const isUnpaid = isUnpaidVault(vault);
  return (
    <Link
      to={isUnpaid ? `/checkout/${vault.id}` : `/vault/${vault.id}`}
      className="engraved-plate flex h-full flex-col p-5 transition-shadow hover:shadow-raised sm:p-7"
    >
      {/* With the text at double size on a phone, the seal is below the title, which would break inside its words. */}
      <span className="flex flex-wrap items-start justify-between gap-3">
        <span className="min-w-0 flex-1 basis-[9rem]">
          <span className="flex flex-wrap gap-2">
            <OwnVaultBadges vault={vault} />
          </span>
          <strong
            dir="auto"
            lang=""
            translate="no"
            className="mt-3 line-clamp-3 font-semibold text-[min(1.12rem,9vw)] leading-snug"
          >
            {vault.title}
          </strong>
          <span className="mt-1 line-clamp-2 text-muted">
            For: <AsWritten>{vault.recipientName}</AsWritten>
          </span>
        </span>
        <Seal vaultId={vault.id} size={72} />
      </span>
      {stateLines(vault).map(({ text, isTrouble, isQuiet }) => (
        <span
          key={text}
          className={`mt-2 text-sm ${isTrouble ? 'text-garnet' : isQuiet ? 'text-muted' : 'text-brass'}`}
        >
          {text}
        </span>
      ))}
      <span className="mt-auto pt-4 text-muted text-xs">
        {isUnpaid ? 'Click to complete payment and activate vault' : `Created ${shortDate(vault.createdAt)}`}
      </span>
    </Link>
  );
}
