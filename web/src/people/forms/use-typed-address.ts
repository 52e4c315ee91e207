// The email address typed on the previous page. It is passed in the navigation state, which a reload keeps, and never appears in the
// page's address.
import { useLocation } from '../../lib/location.tsx';

/** Empty in a tab that was opened later. */
export function useTypedAddress(): string {
  const state = useLocation().state as { email?: string } | null;
  return state?.email ?? '';
}

/** When the code for this browser can be mailed, if other browsers were mailed theirs just before. */
export function useCodeWait(): string | undefined {
  const state = useLocation().state as { codeAt?: string } | null;
  return state?.codeAt;
}
