// The dashboard of an owner without a vault: a welcome, and one thing to do.
import type { User } from '@remembrance/contract/sessions.ts';
import { withPromo } from '../../lib/promo.ts';
import { useSearch } from '../../lib/search.ts';
import { OwnerMenu } from '../../people/sessions/owner-menu.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { PageShell } from '../../ui/page/page-shell.tsx';

export function FirstDashboard({ user }: { user: User }) {
  const search = useSearch();
  return (
    <PageShell
      title={user.firstName ? `Welcome, ${user.firstName}` : 'Welcome'}
      actions={<OwnerMenu user={user} />}
      width="shell"
    >
      <section className="letter-sheet text-center">
        <h2 className="font-display text-title">No Vaults Yet</h2>
        <p className="mx-auto mt-3 max-w-[44ch] text-muted">
          A vault holds a message and up to five files for one person. Take your time. Nothing is sent to that person
          until the vault is released.
        </p>
        <ButtonLink className="mt-7" to={withPromo('/pricing', search)}>
          Create Your First Vault
        </ButtonLink>
      </section>
      <p className="mt-6 text-center text-muted text-sm">
        Has someone named you their executor?{' '}
        <Link className="text-link inline-block py-3" to="/executor-access">
          Executor Access
        </Link>
      </p>
    </PageShell>
  );
}
