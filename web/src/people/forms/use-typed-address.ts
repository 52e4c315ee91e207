// What was typed on a previous page. It is passed in the navigation state, which a reload keeps, and never appears in the page's address.
import type { signUpBody } from '@remembrance/contract/sign-in.ts';
import type { input } from 'zod/mini';
import { useLocation } from '../../lib/location.tsx';

/** A sign-up without its password. */
type TypedSignUp = Partial<Omit<input<typeof signUpBody>, 'password' | 'next' | 'timeZone'>>;

const useTyped = () => (useLocation().state ?? {}) as TypedSignUp & { isCorrecting?: boolean };

/** The email address; empty in a tab that was opened later. */
export const useTypedAddress = (): string => useTyped().email ?? '';

/** The fields of a sign-up that was sent with another address, empty on a first visit; and whether that address is to be corrected. */
export function useTypedSignUp() {
  const { isCorrecting = false, ...typed } = useTyped();
  return { isCorrecting, typed: { name: '', lastName: '', email: '', ...typed } };
}

/** When the code for this browser can be mailed, if other browsers were mailed theirs just before. */
export function useCodeWait(): string | undefined {
  const state = useLocation().state as { codeAt?: string } | null;
  return state?.codeAt;
}
