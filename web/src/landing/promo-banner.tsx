// The words of the trial offer, for whoever came by its link. They stand over free space, so that nothing moves for them.
import { useSyncExternalStore } from 'react';
import { hasTrialPromo } from '../lib/promo.ts';
import { useSearch } from '../lib/search.ts';

export function PromoBanner() {
  const search = useSearch();
  const hasPromo = useSyncExternalStore(
    neverChanges,
    () => hasTrialPromo(search),
    () => false,
  );
  if (!hasPromo) return null;
  return (
    <p className="absolute -top-3 left-0 rounded-full bg-candle px-5 py-1.5 font-semibold text-on-candle text-sm lg:-top-16">
      Special Offer: Get 1 Month FREE!
    </p>
  );
}

const neverChanges = () => () => {};
