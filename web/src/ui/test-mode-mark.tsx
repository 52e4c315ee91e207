// Shown in the header of every page while payments run in test mode and no real money moves.
import { useService } from '../lib/service.ts';

export function TestModeMark({ isOnNight = false }: { isOnNight?: boolean }) {
  const { data: service } = useService();
  if (!service?.payment.testMode) return null;
  return (
    <p
      className={`whitespace-nowrap rounded-full border px-2.5 font-semibold text-xs ${isOnNight ? 'border-candle/50 text-candle' : 'border-brass/50 text-brass'}`}
    >
      Test mode
    </p>
  );
}
