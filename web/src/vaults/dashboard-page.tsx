// The owner's home page: counters, their vaults, and links to create one or to release one as an executor.

import type { User } from '@remembrance/contract/sessions.ts';
import { listVaults, type VaultListItem } from '@remembrance/contract/vaults.ts';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { withPromo } from '../lib/promo.ts';
import { queryOf } from '../lib/query-client.ts';
import { useSearch } from '../lib/search.ts';
import { OwnerMenu } from '../sessions/owner-menu.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Skeleton } from '../ui/card.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageShell } from '../ui/page-shell.tsx';
import { FirstDashboard } from './first-dashboard.tsx';
import { VaultCard } from './vault-card.tsx';

export default function DashboardPage({ user }: { user: User }) {
  const search = useSearch();
  const { data: vaults, error, refetch } = useQuery(queryOf(listVaults));
  if (vaults?.length === 0) return <FirstDashboard user={user} />;
  return (
    <PageShell
      title={user.firstName ? `Welcome back, ${user.firstName}` : 'Welcome back'}
      actions={<OwnerMenu user={user} />}
      width="shell"
    >
      <div className="flex flex-wrap gap-3">
        <ButtonLink
          to={withPromo('/pricing', search)}
          icon={<Plus aria-hidden className="size-5" strokeWidth={1.75} />}
        >
          Create New Vault
        </ButtonLink>
        <ButtonLink to="/executor-access" variant="secondary">
          Executor Access
        </ButtonLink>
      </div>
      <Counters vaults={vaults} />
      <section aria-labelledby="your-vaults" className="mt-12">
        <h2 id="your-vaults" className="font-display text-title">
          Your Vaults
        </h2>
        <div className="mt-5">
          {error ? (
            <Notice
              variant="danger"
              title="Your vaults could not be shown"
              action={<Button onClick={() => void refetch()}>Try again</Button>}
            >
              {error.detail}
            </Notice>
          ) : (
            <VaultGrid vaults={vaults} />
          )}
        </div>
      </section>
    </PageShell>
  );
}

function Counters({ vaults }: { vaults: VaultListItem[] | undefined }) {
  const count = (status: VaultListItem['status']) => vaults?.filter((vault) => vault.status === status).length;
  const counters = [
    { name: 'Active Vaults', value: count('active') },
    { name: 'Released Vaults', value: count('released') },
    { name: 'Total Vaults', value: vaults?.length },
  ];
  return (
    <dl className="mt-8 grid grid-cols-3 divide-x divide-line rounded-card border border-line bg-surface">
      {counters.map(({ name, value }) => (
        <div key={name} className="flex flex-col-reverse justify-end px-3 pt-6 pb-5 sm:px-7">
          <dt className="text-muted text-sm">{name}</dt>
          <dd className="font-display text-heading tabular-nums">{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  );
}

function VaultGrid({ vaults }: { vaults: VaultListItem[] | undefined }) {
  if (!vaults)
    return (
      <div role="status" className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        <span className="sr-only">Loading your vaults</span>
        {['first', 'second', 'third'].map((place) => (
          <Skeleton key={place} className="h-44 rounded-card" />
        ))}
      </div>
    );
  return (
    <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
      {vaults.map((vault) => (
        <li key={vault.id}>
          <VaultCard vault={vault} />
        </li>
      ))}
    </ul>
  );
}
