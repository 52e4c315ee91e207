// “Write one for someone else”: the button on a vault's page. Its dialog loads when it is first opened.
import type { Vault } from '@remembrance/contract/vaults.ts';
import { useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { Button } from '../../ui/button.tsx';
import { asPart } from '../../ui/page/page-part.tsx';

const CopyDialog = asPart(
  lazyComponent(() => import('./copy-dialog.tsx')),
  <span role="status" className="sr-only">
    Loading
  </span>,
);

export function WriteAnother({ vault }: { vault: Vault }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" size="compact" onClick={() => setOpen(true)}>
        Write one for someone else
      </Button>
      {isOpen && <CopyDialog vault={vault} onClose={() => setOpen(false)} />}
    </>
  );
}
