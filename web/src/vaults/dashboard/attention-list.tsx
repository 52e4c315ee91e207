// Vaults that need attention, most urgent first, each with its next step. Renders nothing if there are none. On a phone the list folds
// into one row with the most urgent item, so that the first vault stays in view.
import type { VaultListItem } from '@remembrance/contract/vaults.ts';
import { ChevronDown } from 'lucide';
import { useId, useState } from 'react';
import { AsWritten } from '../../ui/as-written.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Seal } from '../../ui/seal/seal.tsx';
import { type AttentionItem, attentionOf } from '../status/vault-overview.ts';

const foldedAfter = 2;

export function AttentionList({ vaults }: { vaults: VaultListItem[] }) {
  const [openedAt] = useState(() => new Date());
  const items = attentionOf(vaults, openedAt);
  const [isOpen, setOpen] = useState(false);
  const [isUnfolded, setUnfolded] = useState(false);
  const listId = useId();
  const [first] = items;
  if (!first) return null;
  const shown = isUnfolded ? items : items.slice(0, foldedAfter);
  return (
    <section aria-labelledby="attention" className="mb-3 sm:mb-14">
      <h2 id="attention" className="font-display text-title max-sm:sr-only">
        Needs your attention
      </h2>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-11 w-full items-center gap-3 text-start sm:hidden"
      >
        <MostUrgent item={first} count={items.length} />
        <Icon of={ChevronDown} className={`size-5 shrink-0 ${isOpen ? 'rotate-180' : ''}`} />
      </button>
      <div id={listId} className={isOpen ? 'max-sm:mb-8' : 'max-sm:hidden'}>
        <ul className="engraved-plate mt-2 rows px-6 py-2 sm:mt-5 sm:px-7">
          {shown.map(({ vault, text, action, isTrouble }) => (
            <li key={`${vault.id} ${text}`} className="flex flex-wrap items-center gap-x-5 gap-y-3 py-4">
              <Seal vaultId={vault.id} size={48} />
              <p className="min-w-0 flex-[1_1_11rem]">
                <strong dir="auto" lang="" translate="no" className="line-clamp-2 font-semibold">
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
      </div>
    </section>
  );
}

function MostUrgent({ item, count }: { item: AttentionItem; count: number }) {
  return (
    <span className="min-w-0 flex-1">
      <strong className="block font-semibold">{`Needs your attention (${count})`}</strong>
      <span className={`block truncate text-sm ${item.isTrouble ? 'text-garnet' : 'text-muted'}`}>
        <AsWritten>{item.vault.title}</AsWritten>
        <span>{`: ${item.text}`}</span>
      </span>
    </span>
  );
}
