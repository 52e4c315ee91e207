// Renews the download links of an open page: in time, when the page becomes visible again, and when a link fails.
import { useCallback, useRef, useState } from 'react';
import { areLinksStale, type FreshLinks, type Renewal } from '../../files/shown/file-links.ts';
import { useLinkChecks } from '../../files/shown/use-link-checks.ts';
import { useRenewal } from '../proof/use-access.ts';

export function useFreshLinks(token: string): FreshLinks {
  const renew = useRenewal(token);
  const [isSessionOver, setSessionOver] = useState(false);
  const renewedAt = useRef(new Date());
  const pendingRefresh = useRef<Promise<Renewal>>(undefined);

  const refresh = useCallback((): Promise<Renewal> => {
    async function attempt(): Promise<Renewal> {
      try {
        const isRenewed = await renew();
        setSessionOver(!isRenewed);
        if (!isRenewed) return 'session-over';
        renewedAt.current = new Date();
        return 'renewed';
      } catch {
        renewedAt.current = new Date(0); // so that the next check tries again
        return 'not-reached';
      } finally {
        pendingRefresh.current = undefined;
      }
    }
    pendingRefresh.current ??= attempt();
    return pendingRefresh.current;
  }, [renew]);

  const areStale = useCallback(() => areLinksStale(renewedAt.current, new Date()), []);

  useLinkChecks(areStale, refresh);

  return { refresh, areStale, isSessionOver };
}
