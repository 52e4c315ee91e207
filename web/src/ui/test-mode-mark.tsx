// Shown beside the name in the header of every page while payments run in test mode and no real money moves. On a phone it is
// under the name, where it takes no place.
import { useService } from '../lib/service.ts';

export function TestModeMark({ isOnNight = false }: { isOnNight?: boolean }) {
  const { data: service } = useService();
  if (!service?.payment.testMode) return null;
  return (
    <p
      className={`whitespace-nowrap rounded-full border px-2.5 font-semibold text-xs max-sm:absolute max-sm:start-9.5 max-sm:top-[calc(100%-0.75rem)] max-sm:border-0 max-sm:px-0 ${isOnNight ? 'border-candle/50 text-candle' : 'border-brass/50 text-brass'}`}
    >
      Test mode
    </p>
  );
}
