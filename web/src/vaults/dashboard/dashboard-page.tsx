// The owner's home page: counters, their vaults, and links to create one or to release one as an executor.
import type { User } from '@remembrance/contract/sessions.ts';
import { listVaults, type VaultListItem } from '@remembrance/contract/vaults.ts';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide';
import { useEffect, useState } from 'react';
import { useSearch } from '../../lib/location.tsx';
import { withPromo } from '../../lib/promo.ts';
import { queryOf } from '../../lib/query-client.ts';
import { hasUnsentVault } from '../../people/sessions/find-unsent-work.ts';
import { browserStorage } from '../../people/sessions/forget-on-sign-out.ts';
import { OwnerMenu } from '../../people/sessions/owner-menu.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { LoadFailure } from '../../ui/notice.tsx';
import { PageTitle, SiteHeader, useTabTitle } from '../../ui/page/page-shell.tsx';
import { isActive } from '../status/vault-overview.ts';
import { AttentionList } from './attention-list.tsx';
import { VaultCard } from './vault-card.tsx';

export default function DashboardPage({ user }: { user: User }) {
  const search = useSearch();
  const { data: vaults, error, refetch } = useQuery(queryOf(listVaults));
  useTabTitle('Your vaults');
  const createPath = withPromo('/pricing', search);
  return (
    <>
      <SiteHeader actions={<OwnerMenu user={user} />} />
      <main>
        <Welcome user={user} createPath={createPath} vaults={vaults} hasFailed={error !== null} />
        <div className="mx-auto w-full max-w-shell px-5 pt-4 pb-20 sm:px-8 sm:pt-16">
          {vaults && <AttentionList vaults={vaults} />}
          <section aria-labelledby="your-vaults">
            <h2 id="your-vaults" className="font-display text-title">
              Your Vaults
            </h2>
            <div className="mt-3 sm:mt-5">
              {error ? (
                <LoadFailure title="Your vaults could not be shown" error={error} onRetry={refetch} />
              ) : vaults?.length === 0 ? (
                <NoVaults createPath={createPath} />
              ) : (
                <VaultGrid vaults={vaults} />
              )}
            </div>
          </section>
          <UnsentVaultLine ownerId={user.id} />
        </div>
      </main>
    </>
  );
}

interface WelcomeProps {
  user: User;
  createPath: string;
  /** Undefined while they load. A newcomer, who has none, is not welcomed back. */
  vaults: VaultListItem[] | undefined;
  hasFailed: boolean;
}

function Welcome({ user, createPath, vaults, hasFailed }: WelcomeProps) {
  const words = vaults?.length === 0 ? 'Welcome' : 'Welcome back';
  const greeting = user.firstName ? `${words}, ${user.firstName}` : words;
  return (
    <>
      <div className="on-night ring-behind">
        <div className="mx-auto grid w-full max-w-shell gap-3 px-5 py-4 sm:gap-10 sm:px-8 sm:py-16 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-end">
          <div>
            <PageTitle className="text-title sm:text-hero">
              {vaults || hasFailed ? <span>{greeting}</span> : <Unknown />}
            </PageTitle>
            <div className="mt-3 flex flex-wrap items-center gap-2 sm:mt-8 sm:gap-4">
              <ButtonLink
                variant="candle"
                size="compact"
                to={createPath}
                icon={<Icon of={Plus} className="size-5 max-sm:hidden" />}
              >
                Create New Vault
              </ButtonLink>
              <ButtonLink variant="night" size="compact" to="/executor-access">
                Executor Access
              </ButtonLink>
            </div>
          </div>
          <Counters vaults={vaults} />
        </div>
      </div>
      <div className="guilloche-band max-sm:hidden" />
    </>
  );
}

/** A placeholder as high as the greeting. */
function Unknown() {
  return (
    <>
      <span className="sr-only">Your vaults</span>
      <span aria-hidden>&nbsp;</span>
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
    <dl className="flex flex-wrap gap-x-4 sm:grid sm:grid-cols-3 sm:gap-x-0">
      {counters.map(({ name, value }) => (
        <div
          key={name}
          className="flex items-baseline gap-1.5 border-mist/30 sm:not-last:border-e sm:px-3 first:ps-0 sm:flex-col-reverse sm:items-stretch sm:justify-end sm:px-8"
        >
          <dt className="order-last text-mist text-xs sm:order-none sm:text-sm">{name}</dt>
          <dd className="font-display text-candle text-title-sm [font-variant-numeric:tabular-nums] sm:text-hero">
            {value ?? '–'}
          </dd>
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

/** For an owner without a vault. */
const NoVaults = ({ createPath }: { createPath: string }) => (
  <div className="letter-sheet text-center">
    <h3 className="font-display text-title">No Vaults Yet</h3>
    <p className="mx-auto mt-3 max-w-[44ch] text-muted">
      A vault holds a message and up to five files for one person. Take your time. We send nothing to that person until
      the vault is released.
    </p>
    <ButtonLink className="mt-7" to={createPath}>
      Create Your First Vault
    </ButtonLink>
  </div>
);

/** Says that this browser stores a vault that its owner has not finished. What is in it is not read. */
function UnsentVaultLine({ ownerId }: { ownerId: string }) {
  const [isFound, setFound] = useState(false);
  useEffect(() => {
    void hasUnsentVault(ownerId, browserStorage(), new Date()).then(setFound);
  }, [ownerId]);
  if (!isFound) return null;
  return (
    <p className="mt-6 text-center text-muted text-sm">
      You have a vault you have not finished.{' '}
      <Link className="text-link inline-block py-3" to="/create-vault">
        Continue
      </Link>
    </p>
  );
}
