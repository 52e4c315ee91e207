// What needs the owner, most urgent first, each with its next step. Nothing where nothing does.
import type { VaultListItem } from '@remembrance/contract/vaults.ts';
import { useState } from 'react';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Seal } from '../ui/seal/seal.tsx';
import { attentionOf } from './vault-overview.ts';

const foldedAfter = 2;

export function AttentionList({ vaults }: { vaults: VaultListItem[] }) {
  const [openedAt] = useState(() => new Date());
  const items = attentionOf(vaults, openedAt);
  const [isUnfolded, setUnfolded] = useState(false);
  if (items.length === 0) return null;
  const shown = isUnfolded ? items : items.slice(0, foldedAfter);
  return (
    <section aria-labelledby="attention" className="mb-10 sm:mb-14">
      <h2 id="attention" className="font-display text-title">
        Needs your attention
      </h2>
      <ul className="engraved-plate mt-5 divide-y divide-line px-6 py-2 sm:px-7">
        {shown.map(({ vault, text, action, isTrouble }) => (
          <li key={`${vault.id} ${text}`} className="flex flex-wrap items-center gap-x-5 gap-y-3 py-4">
            <Seal vaultId={vault.id} size={48} />
            <p className="min-w-0 flex-[1_1_11rem]">
              <strong dir="auto" translate="no" className="line-clamp-2 font-semibold">
                {vault.title}
              </strong>
              <span className={`text-sm ${isTrouble ? 'text-garnet' : 'text-muted'}`}>{text}</span>
            </p>
            <ButtonLink
              variant="secondary"
              size="compact"
              to={action.to}
              aria-label={`${action.label}: ${vault.title}`}
            >
              {action.label}
            </ButtonLink>
          </li>
        ))}
      </ul>
      {shown.length < items.length && (
        <Button variant="quiet" size="compact" className="mt-2" onClick={() => setUnfolded(true)}>
          {`Show ${items.length - shown.length} more`}
        </Button>
      )}
    </section>
  );
}
