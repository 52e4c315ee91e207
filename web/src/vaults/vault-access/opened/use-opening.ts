// Whether the recipient has opened what was left for them. It is remembered for this tab, so that a reload does not ask again.
import { useState } from 'react';

/** opening: just now, with the seal's animation. open: earlier, and still open. */
export type Opening = 'sealed' | 'opening' | 'open';

export function useOpening(key: string | null): { opening: Opening; open: () => void } {
  const [opening, setOpening] = useState<Opening>(() => (key !== null && wasOpened(key) ? 'open' : 'sealed'));
  const open = () => {
    if (key !== null) remember(key);
    setOpening('opening');
  };
  return { opening, open };
}

const nameOf = (key: string): string => `opened/${key}`;

// A browser may refuse storage. Then the seal opens again after a reload.
function wasOpened(key: string): boolean {
  try {
    return sessionStorage.getItem(nameOf(key)) !== null;
  } catch {
    return false;
  }
}

function remember(key: string): void {
  try {
    sessionStorage.setItem(nameOf(key), 'yes');
  } catch {}
}
