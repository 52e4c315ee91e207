// Shown beside the name in every page's header while payments run in test mode and no real money moves. On a phone it is under the name,
// where it takes up no space unless the text is enlarged.
import { useService } from '../../lib/service.ts';

export function TestModeMark({ isOnNight = false }: { isOnNight?: boolean }) {
  const { data: service } = useService();
  if (!service?.payment.testMode) return null;
  return (
    <p
      className={`whitespace-nowrap rounded-full border px-2.5 font-semibold text-xs max-sm:relative max-sm:top-0.5 max-sm:-mt-[12px] max-sm:ms-9.5 max-sm:border-0 max-sm:px-0 max-sm:leading-none ${isOnNight ? 'border-candle/50 text-candle' : 'border-brass/50 text-brass'}`}
    >
      Test mode
    </p>
  );
}
