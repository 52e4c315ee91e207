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
import { PageTitle, SiteHeader, useTabTitle } from '../ui/page-shell.tsx';
import { AttentionList } from './attention-list.tsx';
import { FirstDashboard } from './first-dashboard.tsx';
import { VaultCard } from './vault-card.tsx';
import { isActive } from './vault-overview.ts';

export default function DashboardPage({ user }: { user: User }) {
  const search = useSearch();
  const { data: vaults, error, refetch } = useQuery(queryOf(listVaults));
  useTabTitle('Your vaults');
  if (vaults?.length === 0) return <FirstDashboard user={user} />;
  return (
    <>
      <SiteHeader actions={<OwnerMenu user={user} />} />
      <main>
        <Welcome user={user} createPath={withPromo('/pricing', search)} vaults={vaults} hasFailed={error !== null} />
        <div className="mx-auto w-full max-w-shell px-5 pt-12 pb-20 sm:px-8 sm:pt-16">
          {vaults && <AttentionList vaults={vaults} />}
          <section aria-labelledby="your-vaults">
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
        </div>
      </main>
    </>
  );
}

interface WelcomeProps {
  user: User;
  createPath: string;
  /** Not known while they load. A newcomer, who has none, is not welcomed back. */
  vaults: VaultListItem[] | undefined;
  hasFailed: boolean;
}

function Welcome({ user, createPath, vaults, hasFailed }: WelcomeProps) {
  const greeting = user.firstName ? `Welcome back, ${user.firstName}` : 'Welcome back';
  return (
    <>
      <div className="on-night ring-behind">
        <div className="mx-auto grid w-full max-w-shell gap-10 px-5 py-12 sm:px-8 sm:py-16 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-end">
          <div>
            <PageTitle className="text-hero">
              {vaults || hasFailed ? greeting : <span className="sr-only">Your vaults</span>}
            </PageTitle>
            <div className="mt-8 flex flex-wrap gap-3">
              <ButtonLink
                variant="candle"
                to={createPath}
                icon={<Plus aria-hidden className="size-5" strokeWidth={1.75} />}
              >
                Create New Vault
              </ButtonLink>
              <ButtonLink to="/executor-access" variant="night">
                Executor Access
              </ButtonLink>
            </div>
          </div>
          <Counters vaults={vaults} />
        </div>
      </div>
      <div className="guilloche-band" />
    </>
  );
}

function Counters({ vaults }: { vaults: VaultListItem[] | undefined }) {
  const counters = [
    { name: 'Active Vaults', value: vaults?.filter(isActive).length },
    { name: 'Released Vaults', value: vaults?.filter(({ status }) => status === 'released').length },
    { name: 'Total Vaults', value: vaults?.length },
  ];
  return (
    <dl className="grid grid-cols-3 divide-x divide-mist/30">
      {counters.map(({ name, value }) => (
        <div key={name} className="flex flex-col-reverse justify-end px-4 first:ps-0 sm:px-8">
          <dt className="text-mist text-sm">{name}</dt>
          <dd className="font-display text-candle text-hero tabular-nums">{value ?? '–'}</dd>
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
