// Prevents a press from acting twice. On a slow device a second press can arrive before the page shows the first as pending.
import { useRef } from 'react';

/** Runs an action unless the last one has not settled. The action reports its own failure. */
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
