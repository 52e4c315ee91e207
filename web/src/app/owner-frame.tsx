// What stands around an owner's screen: the question who is there, and word of letters that are kept. Visitors never load it.
import type { ReactNode } from 'react';
import { RequireOwner } from '../sessions/require-owner.tsx';
import { PlainFrame } from './frames.tsx';
import { KeptLettersNotice } from './kept-letters-notice.tsx';

export default function OwnerFrame({ children }: { children: ReactNode }) {
  return (
    <PlainFrame>
      <RequireOwner>
        <KeptLettersNotice />
        {children}
      </RequireOwner>
    </PlainFrame>
  );
}
