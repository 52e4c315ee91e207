// Says on every page that no real money moves, while cards are only played.
import { useService } from '../lib/service.ts';

export function TestModeMark() {
  const { data: service } = useService();
  if (!service?.payment.testMode) return null;
  return (
    <p className="on-screen-only pointer-events-none fixed bottom-3 left-3 z-40 rounded-full border border-brass/40 bg-paper px-3 py-0.5 font-semibold text-brass text-xs">
      Test mode
    </p>
  );
}
