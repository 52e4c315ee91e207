// The layout around an owner's page: the sign-in check, the proof dialog and notices. Visitors never load it.
import type { ReactNode } from 'react';
import { AccountRestoredNotice } from '../sessions/account-restored-notice.tsx';
import { ProofDialog } from '../sessions/proof-dialog.tsx';
import { RequireOwner } from '../sessions/require-owner.tsx';
import { PlainFrame } from './frames.tsx';
import { UnsentLettersNotice } from './unsent-letters-notice.tsx';

interface OwnerFrameProps {
  /** Skips the sign-in check; the page's own calls require the session. */
  isOpen?: boolean;
  children: ReactNode;
}

export default function OwnerFrame({ isOpen = false, children }: OwnerFrameProps) {
  return (
    <PlainFrame>
      <UnsentLettersNotice />
      <AccountRestoredNotice />
      <ProofDialog />
      {isOpen ? children : <RequireOwner>{children}</RequireOwner>}
    </PlainFrame>
  );
}
