// What somebody sees who returns to a link that this tab has opened, until the service reports the step: the seal and an empty sheet, or
// an empty step. Without it every reload would begin with the first step and take its field away again.
import type { AccessState } from '@remembrance/contract/access-state.ts';
import { useEffect } from 'react';
import { useBrowserValue } from '../../lib/browser/browser-value.ts';
import { Skeleton } from '../../ui/card.tsx';
import { PageShell, PageTitle, SiteHeader } from '../../ui/page/page-shell.tsx';
import { Seal } from '../../ui/seal/seal.tsx';

/** The id of an opened vault; blank while its proofs are not complete. */
type OpenedHint = string | null;

/** It is in the history of this tab and has no secret; a link opened again begins at the first step. */
export function useOpenedHint(state: AccessState | undefined): { vaultId: string } | undefined {
  const hint = state && (state.step === 'email' ? null : (state.vault?.id ?? ''));
  useEffect(() => {
    if (hint === undefined) return;
    window.history.replaceState({ ...window.history.state, openedVault: hint }, '');
  }, [hint]);
  const known = useBrowserValue(readHint, null);
  return known === null ? undefined : { vaultId: known };
}

const readHint = (): OpenedHint => {
  const { openedVault } = (window.history.state ?? {}) as { openedVault?: unknown };
  return typeof openedVault === 'string' ? openedVault : null;
};

export function ReturnPage({ opened: { vaultId } }: { opened: { vaultId: string } }) {
  if (vaultId === '')
    return (
      <PageShell title="Something was left for you" lead="One moment, please." actions={null}>
        <Skeleton className="h-40 max-w-form" />
      </PageShell>
    );
  return (
    <>
      <SiteHeader actions={null} />
      <main>
        <div className="on-night grid justify-items-center gap-2 px-5 pt-4 pb-5 text-center">
          <PageTitle className="text-title sm:text-heading">Something was left for you</PageTitle>
          <Seal vaultId={vaultId} size={64} label="The seal of this vault" />
          <p className="text-mist text-sm">One moment, please.</p>
        </div>
        <div className="mx-auto w-full max-w-text px-4 pb-20 sm:px-8">
          <div className="letter-sheet">
            <Skeleton className="h-64" />
          </div>
        </div>
      </main>
    </>
  );
}
