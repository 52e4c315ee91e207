// The layout around an owner's page: the sign-in check, the proof dialog and notices. Visitors never load it.
import type { ReactNode } from 'react';
import { useService } from '../lib/service.ts';
import { ProofDialog } from '../people/proof/proof-dialog.tsx';
import { AccountRestoredNotice } from '../people/sessions/account-restored-notice.tsx';
import { OtherAccountNotice } from '../people/sessions/other-account-notice.tsx';
import { OwnerHeader } from '../people/sessions/owner-header.tsx';
import { RequireOwner } from '../people/sessions/require-owner.tsx';
import { HeaderActions } from '../ui/page/page-shell.tsx';
import { PlainFrame } from './frames.tsx';

interface OwnerFrameProps {
  /** The heading until we know who is signed in. */
  title: string;
  /** Skips the sign-in check; the page's own calls require the session. */
  isOpen?: boolean;
  /** See PlainFrame. */
  isShared?: boolean;
  children: ReactNode;
}

export default function OwnerFrame({ title, isOpen = false, isShared = false, children }: OwnerFrameProps) {
  return (
    <PlainFrame more={<KeptLettersLink />} isTall isShared={isShared}>
      <AccountRestoredNotice />
      <OtherAccountNotice />
      <ProofDialog />
      <HeaderActions value={ownerHeader}>
        {isOpen ? children : <RequireOwner title={title}>{children}</RequireOwner>}
      </HeaderActions>
    </PlainFrame>
  );
}

const ownerHeader = <OwnerHeader />;

/** In the footer of an owner's pages if no mail server is set up: where to find the letters that we would send. */
function KeptLettersLink() {
  const { data: service } = useService();
  if (service?.letters !== 'kept') return null;
  if (!service.mailboxPath) return <span className="inline-flex min-h-11 items-center">Emails are not sent</span>;
  return (
    <a className="inline-flex min-h-11 items-center hover:text-ink" href={service.mailboxPath}>
      Mailbox
    </a>
  );
}
