// The email address typed on the previous page. It is passed in the navigation state, which a reload keeps, and never appears in the
// page's address.
import { useLocation } from '../../lib/location.tsx';

/** Empty in a tab that was opened later. */
export function useTypedAddress(): string {
  const state = useLocation().state as { email?: string } | null;
  return state?.email ?? '';
}
