// The lasting status of a vault: its plan, each code with its letter, and the letter to the recipient after the release.
import type { Vault } from '@remembrance/contract/vaults.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { overviewRows } from '../vault-overview.ts';

export function VaultOverviewPanel({ vault }: { vault: Vault }) {
  return (
    <section aria-labelledby="overview" className="engraved-plate px-6 py-6 sm:px-8">
      <h2 id="overview" className="font-display text-title-sm">
        How it stands
      </h2>
      <dl className="mt-3 divide-y divide-line">
        {overviewRows(vault).map(({ name, facts }) => (
          <div key={name} className="grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
            <dt className="text-muted">
              <AsWritten>{name}</AsWritten>
            </dt>
            <dd>
              {facts.map((fact) => (
                <span key={fact} className="block">
                  {fact}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
