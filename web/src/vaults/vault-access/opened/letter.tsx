// The letter itself: its author, date, title and text, or a note that they cannot be opened now. It prints as shown.

import type { AccessibleVault } from '@remembrance/contract/access-state.ts';
import { refusals } from '@remembrance/contract/refusals.ts';
import { Printer } from 'lucide-react';
import type { Ref } from 'react';
import { dayInFull } from '../../../lib/dates.ts';
import { AsWritten } from '../../../ui/as-written.tsx';
import { Button } from '../../../ui/button.tsx';

export function Letter({ vault, ref }: { vault: AccessibleVault; ref: Ref<HTMLElement> }) {
  return (
    <>
      <article ref={ref} tabIndex={-1} className="letter-sheet outline-none">
        <p className="text-center text-muted">
          From <AsWritten>{vault.ownerName}</AsWritten>, written <span>{dayInFull(vault.writtenAt)}</span>
        </p>
        <h2 dir="auto" className="mt-5 text-center font-display text-title">
          {vault.title}
        </h2>
        {vault.isUnreadable ? (
          <p className="mt-7 text-muted">{refusals['vault-unreadable'].detail}</p>
        ) : (
          <div className="own-direction mt-7 whitespace-pre-wrap font-letter text-letter">{vault.message}</div>
        )}
      </article>
      <Button
        variant="secondary"
        className="mt-6 print:hidden"
        icon={<Printer aria-hidden className="size-5" strokeWidth={1.75} />}
        onClick={() => window.print()}
      >
        Print this message
      </Button>
    </>
  );
}
