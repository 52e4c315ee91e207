// What the page shows after a release. A reload shows it again: this tab's history keeps it for an hour, for the executor and not for the
// next person at the computer. It holds names, the vault's id and the time; never the code, an address or a title.
import { startTransition } from 'react';
import { useBrowserValue } from '../../lib/browser/browser-value.ts';
import { useLocation, useNavigate } from '../../lib/location.tsx';

export interface ReleaseEnd {
  vaultId: string;
  ownerName: string;
  recipientName: string;
  releasedAt: string;
}
interface StoredEnd extends ReleaseEnd {
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
    showEnd(released: ReleaseEnd, forget: () => void) {
      const stored: StoredEnd = { ...released, storedAt: Date.now() };
      moveTo({ releaseEnd: stored });
      startTransition(forget);
    },
    clearEnd: () => moveTo(null),
  };
}

function endIn(state: unknown, now: number): ReleaseEnd | null {
  const stored = (state as { releaseEnd?: StoredEnd } | null)?.releaseEnd;
  return stored && now - stored.storedAt < storedMilliseconds ? stored : null;
}
