// Keeps a press from acting twice. On a slow device a second press can arrive before the page has shown that the first is pending.
import { useRef } from 'react';

/** Runs an act unless the last one has not settled. Its failure is shown by the act itself. */
export function useOneAtATime(): (act: () => Promise<unknown>) => void {
  const isUnderWay = useRef(false);
  return (act) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    void act()
      .catch(() => {})
      .finally(() => {
        isUnderWay.current = false;
      });
  };
}
