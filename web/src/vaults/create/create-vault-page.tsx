// The create page, opened with a chosen plan in its query or without one.
import { hasTrialPromo, withPromo } from '../../lib/promo.ts';
import { useSearch } from '../../lib/search.ts';
import { usePlaces } from '../../plans/use-places.ts';
import { useUser } from '../../sessions/use-user.ts';
import { PageShell } from '../../ui/page-shell.tsx';
import { CreateVaultForm } from './create-vault-form.tsx';

export default function CreateVaultPage() {
  const session = useUser();
  const search = useSearch();
  const { data: places } = usePlaces();
  if (session.status !== 'signed-in') return null;
  return (
    <PageShell
      title="Create your vault"
      lead="Take your time. Nothing is sent to anyone before you have looked it over."
    >
      <CreateVaultForm
        ownerId={session.user.id}
        start={{ asked: search.get('plan'), hasPromo: hasTrialPromo(search), places }}
        onPlan={rememberPlan}
        pathAfter={(vaultId) => withPromo(`/checkout/${vaultId}`, search)}
      />
    </PageShell>
  );
}

/** Changes only the address; the router stays on the same page. */
function rememberPlan(name: string) {
  const address = new URL(window.location.href);
  address.searchParams.set('plan', name);
  window.history.replaceState(window.history.state, '', address);
}
