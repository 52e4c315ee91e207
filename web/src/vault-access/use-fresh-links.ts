// Keeps the links of an open page alive: renewed on time, when the page comes back to the front, and when one failed.
import { useCallback, useEffect, useRef, useState } from 'react';
import { areLinksStale, renewAfterMilliseconds } from './access-rules.ts';
import { useRenewal } from './use-access.ts';

export type Renewal = 'renewed' | 'session-over' | 'not-reached';

export interface FreshLinks {
  refresh: () => Promise<Renewal>;
  areStale: () => boolean;
  /** The proofs are needed again before there are new links. */
  isSessionOver: boolean;
}

const lookEveryMilliseconds = Math.min(30_000, renewAfterMilliseconds);

export function useFreshLinks(token: string): FreshLinks {
  const renew = useRenewal(token);
  const [isSessionOver, setSessionOver] = useState(false);
  const renewedAt = useRef(new Date());
  const underWay = useRef<Promise<Renewal>>(undefined);

  const refresh = useCallback((): Promise<Renewal> => {
    async function attempt(): Promise<Renewal> {
      try {
        const isRenewed = await renew();
        setSessionOver(!isRenewed);
        if (!isRenewed) return 'session-over';
        renewedAt.current = new Date();
        return 'renewed';
      } catch {
        return 'not-reached'; // the next look tries again
      } finally {
        underWay.current = undefined;
      }
    }
    underWay.current ??= attempt();
    return underWay.current;
  }, [renew]);

  const areStale = useCallback(() => areLinksStale(renewedAt.current, new Date()), []);

  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible' && areStale()) void refresh();
    };
    const timer = setInterval(look, lookEveryMilliseconds);
    document.addEventListener('visibilitychange', look);
    window.addEventListener('online', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('online', look);
    };
  }, [refresh, areStale]);

  return { refresh, areStale, isSessionOver };
}
