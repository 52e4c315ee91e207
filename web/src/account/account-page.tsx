// The owner's account: profile, sign-in, letters, export and deletion.
import type { Account } from '@remembrance/contract/account.ts';
import { billingPath } from '@remembrance/contract/billing.ts';
import { OwnerMenu } from '../people/sessions/owner-menu.tsx';
import { useUser } from '../people/sessions/use-user.ts';
import { AsWritten } from '../ui/as-written.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Skeleton } from '../ui/card.tsx';
import { LoadFailure } from '../ui/notice.tsx';
import { PageShell } from '../ui/page/page-shell.tsx';
import { Section } from '../ui/section.tsx';
import { BrowsersSection } from './browsers-section.tsx';
import { DeleteSection } from './delete-section.tsx';
import { EmailSection } from './email-section.tsx';
import { ExportSection } from './export-section.tsx';
import { LettersSection } from './letters-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TwoFactorSection } from './two-factor-section.tsx';
import { useAccount } from './use-account.ts';

export default function AccountPage() {
  const { data: account, error, refetch } = useAccount();
  const session = useUser();
  // Known before the account, so that nothing moves when it arrives.
  const owner = account ?? (session.status === 'signed-in' ? session.user : undefined);
  return (
    <PageShell
      title="Your account"
      lead={owner && <AsWritten>{owner.email}</AsWritten>}
      actions={owner && <OwnerMenu user={owner} hasWayBack />}
    >
      {error && <LoadFailure title="Your account could not be shown" error={error} onRetry={refetch} />}
      {/* Stays when a later load fails, because its dialog may be showing recovery codes. */}
      {account ? <Sections account={account} /> : !error && <Loading />}
    </PageShell>
  );
}

function Sections({ account }: { account: Account }) {
  return (
    <>
      <ProfileSection account={account} />
      <EmailSection email={account.email} contentFrom={account.contentFrom} />
      {account.hasPassword && <PasswordSection account={account} />}
      <TwoFactorSection account={account} />
      <PasskeysSection />
      <SessionsSection hasPassword={account.hasPassword} />
      <BrowsersSection />
      <Section title="Billing" hint="Your plans, your card and your payments.">
        <ButtonLink variant="secondary" className="justify-self-start" to={billingPath}>
          Open billing
        </ButtonLink>
      </Section>
      <Section title="Check-in" hint="We can ask you whether you are well, and your executors if you do not answer.">
        <ButtonLink variant="secondary" className="justify-self-start" to="/check-in">
          Open the check-in
        </ButtonLink>
      </Section>
      <LettersSection account={account} />
      <ExportSection />
      <DeleteSection />
    </>
  );
}

function Loading() {
  return (
    <div role="status" className="grid gap-5">
      <span className="sr-only">Loading your account</span>
      <Skeleton className="h-40 rounded-card" />
      <Skeleton className="h-40 rounded-card" />
    </div>
  );
}
