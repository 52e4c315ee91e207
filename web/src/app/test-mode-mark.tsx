// Shown on every page while payments run in test mode and no real money moves.
import { useService } from '../lib/service.ts';

export function TestModeMark() {
  const { data: service } = useService();
  if (!service?.payment.testMode) return null;
  return (
    <aside
      aria-label="Mode"
      className="on-screen-only pointer-events-none fixed bottom-0 left-0 z-40 rounded-se-field border-brass/40 border-t border-r bg-paper px-3 font-semibold text-brass text-xs"
    >
      Test mode
    </aside>
  );
}
