// An executor's last page: whom we emailed, whose vault it was and when. Nothing is left to fill in. A reload shows it again: this
// tab's history keeps it for an hour, for the executor and not for the next person at the computer. It keeps names, the vault's id and the
// time; never the code, an address or a title.
import { Printer } from 'lucide';
import { startTransition } from 'react';
import { useBrowserValue } from '../../lib/browser/browser-value.ts';
import { longDate } from '../../lib/dates.ts';
import { useLocation, useNavigate } from '../../lib/location.tsx';
import { product } from '../../lib/product.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageShell } from '../../ui/page/page-shell.tsx';
import { Seal } from '../../ui/seal/seal.tsx';
import { LaterFirstSteps } from './later-first-steps.tsx';

export function ReleaseEnd({ end, onAnother }: { end: End; onAnother: () => void }) {
  const owner = <AsWritten>{end.ownerName}</AsWritten>;
  const recipient = <AsWritten>{end.recipientName}</AsWritten>;
  return (
    <PageShell title={<span>We have emailed {recipient}</span>} width="text">
      <div className="letter-sheet grid justify-items-center gap-5 text-center print:justify-items-start print:text-start">
        <Seal vaultId={end.vaultId} size={112} />
        <div>
          <p className="font-display text-title">Vault Released</p>
          <p className="mt-1">
            The recipient will receive their <AsWritten>{product.name}</AsWritten>
          </p>
          <p className="mt-1 text-muted">
            {owner}’s vault, <span>{longDate(end.releasedAt)}</span>
          </p>
        </div>
        <p className="max-w-[42ch]">
          There is nothing more you need to do. If you know them, tell them that an email from{' '}
          <AsWritten>{product.name}</AsWritten> is coming. Thank you for doing this for {owner}.
        </p>
        <p className="max-w-[46ch] text-muted text-sm">
          If they do not find it, it may be in their spam folder. Questions:{' '}
          <AsWritten>{product.supportEmail}</AsWritten>
        </p>
        <p className="max-w-[46ch] text-muted text-sm">
          To see later whether our email was opened, use your code here again.
        </p>
      </div>
      <div className="on-screen-only mt-8 grid gap-5">
        <p className="text-muted">You may close this page. Print it first if you want to have it with your papers.</p>
        <div className="flex flex-wrap gap-3 max-sm:flex-col max-sm:items-start">
          <Button variant="secondary" icon={<Icon of={Printer} className="size-5" />} onClick={() => window.print()}>
            Print this page
          </Button>
          <Button variant="quiet" className="max-sm:-ms-6" onClick={onAnother}>
            Access Another Vault
          </Button>
        </div>
      </div>
      <div className="mt-10">
        <LaterFirstSteps {...end} />
      </div>
    </PageShell>
  );
}

interface End {
  vaultId: string;
  ownerName: string;
  recipientName: string;
  releasedAt: string;
}
interface StoredEnd extends End {
  storedAt: number;
}

const storedMilliseconds = 3_600_000;

export function useReleaseEnd() {
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const end = useBrowserValue(() => endIn(state, Date.now()), null);
  const moveTo = (to: unknown) => navigate(pathname, { replace: true, state: to });
  return {
    end,
    /** Shows the final page and clears the opened vault in one render, so that no empty field takes the focus in between. */
    showEnd(released: End, forget: () => void) {
      const stored: StoredEnd = { ...released, storedAt: Date.now() };
      moveTo({ releaseEnd: stored });
      startTransition(forget);
    },
    clearEnd: () => moveTo(null),
  };
}

function endIn(state: unknown, now: number): End | null {
  const stored = (state as { releaseEnd?: StoredEnd } | null)?.releaseEnd;
  return stored && now - stored.storedAt < storedMilliseconds ? stored : null;
}
