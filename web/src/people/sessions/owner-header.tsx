// The header of every owner page: links to their vaults, their plans and their account.
import { billingPath } from '@remembrance/contract/billing.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { HomeLink } from '../../ui/page/page-shell.tsx';
import { Avatar } from './avatar.tsx';
import { useUser } from './use-user.ts';

export function OwnerHeader() {
  const session = useUser();
  if (session.status === 'signed-out' || session.status === 'failed') return <HomeLink />;
  return (
    <nav
      aria-label="Your pages"
      className="flex w-full flex-wrap items-center gap-x-1.5 gap-y-1 min-[21.5rem]:gap-x-4 sm:w-auto sm:gap-x-6"
    >
      <ButtonLink to="/" variant="secondary" size="compact" className="me-auto max-[21.5rem]:px-3">
        Back to your vaults
      </ButtonLink>
      <BillingLink />
      <Link to="/account" className="flex min-h-11 items-center gap-3 rounded-field hover:underline">
        {session.status === 'signed-in' ? (
          <Avatar user={session.user} />
        ) : (
          <span aria-hidden className="size-11 shrink-0 rounded-full bg-line/70" />
        )}
        <span className="sr-only lg:not-sr-only">Your account</span>
      </Link>
    </nav>
  );
}

export function BillingLink() {
  return (
    <Link to={billingPath} className="inline-flex min-h-11 min-w-11 items-center hover:underline">
      Billing
    </Link>
  );
}
