// What stands around an owner's screen: the question who is there, and word of letters that are kept. Visitors never load it.
import type { ReactNode } from 'react';
import { AccountKeptNotice } from '../sessions/account-restored-notice.tsx';
import { ProofDialog } from '../sessions/proof-dialog.tsx';
import { RequireOwner } from '../sessions/require-owner.tsx';
import { PlainFrame } from './frames.tsx';
import { KeptLettersNotice } from './kept-letters-notice.tsx';

interface OwnerFrameProps {
  /** Leaves the question who is there to the screen's calls. */
  isOpen?: boolean;
  children: ReactNode;
}

export default function OwnerFrame({ isOpen = false, children }: OwnerFrameProps) {
  return (
    <PlainFrame>
      <KeptLettersNotice />
      <AccountKeptNotice />
      <ProofDialog />
      {isOpen ? children : <RequireOwner>{children}</RequireOwner>}
    </PlainFrame>
  );
}
