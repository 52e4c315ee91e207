// Keeps the links of an open page alive: renewed on time, when the page comes back to the front, and when one failed.
import { useCallback, useEffect, useRef, useState } from 'react';
import { areLinksStale, renewAfterMilliseconds } from './access-rules.ts';
import { useRenewal } from './use-access.ts';

const lookEveryMilliseconds = 30_000;

export function useFreshLinks(token: string) {
  const renew = useRenewal(token);
  const renewNow = useRef(renew);
  renewNow.current = renew;
  const [isSessionOver, setSessionOver] = useState(false);
  const renewedAt = useRef(new Date());
  const underWay = useRef<Promise<void>>(undefined);

  const refresh = useCallback((): Promise<void> => {
    underWay.current ??= renewNow
      .current()
      .then((isRenewed) => {
        if (isRenewed) renewedAt.current = new Date();
        setSessionOver(!isRenewed);
      })
      .catch(() => {}) // The connection is gone; the next look tries again.
      .finally(() => {
        underWay.current = undefined;
      });
    return underWay.current;
  }, []);

  const areStale = useCallback(() => areLinksStale(renewedAt.current, new Date()), []);

  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible' && areStale()) void refresh();
    };
    const timer = setInterval(look, Math.min(lookEveryMilliseconds, renewAfterMilliseconds));
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
