// Renews links while it is needed and the page is visible: regularly, when the person returns, and when the connection does.
import { useEffect, useEffectEvent } from 'react';
import { renewAfterMilliseconds } from './file-links.ts';

const checkIntervalMilliseconds = Math.min(30_000, renewAfterMilliseconds);

export function useLinkChecks(isNeeded: () => boolean, refresh: () => unknown): void {
  const check = useEffectEvent(() => {
    if (document.visibilityState === 'visible' && isNeeded()) void refresh();
  });
  useEffect(() => {
    const controller = new AbortController();
    const timer = setInterval(() => check(), checkIntervalMilliseconds);
    document.addEventListener('visibilitychange', () => check(), { signal: controller.signal });
    window.addEventListener('online', () => check(), { signal: controller.signal });
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, []);
}
