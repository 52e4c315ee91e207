// The trial offer, shown to anyone who came by its link. It fills reserved space, so that nothing moves when it appears.
import { hasTrialPromo } from '../lib/promo.ts';
import { useSearch } from '../lib/search.ts';

export function PromoBanner() {
  if (!hasTrialPromo(useSearch())) return null;
  return (
    <p className="absolute bottom-full -mb-5 left-0 rounded-full bg-candle whitespace-nowrap px-5 py-1.5 font-semibold text-[min(var(--text-sm),4.4vw)] text-on-candle lg:mb-8">
      Special Offer: Get 1 Month FREE!
    </p>
  );
}
