// Reads the session hint: a readable cookie, set with the session, that shows there may be one. Without it nobody is signed
// in, and the page need not ask the service. It also shows when signing in has cancelled the deletion of the account.
import { sessionDays } from '@remembrance/contract/limits.ts';

const hint = /(?:^|;\s*)(?:__Host-)?session_hint=/;

export const hasSessionHint = (cookies: string = document.cookie): boolean => hint.test(cookies);

const restoredHint = /(?:^|;\s*)(?:__Host-)?session_hint=kept(?:;|$)/;

export const hasAccountRestoredHint = (cookies: string = document.cookie): boolean => restoredHint.test(cookies);

/** Removes the note about the cancelled deletion, and leaves the hint that there may be a session. */
export function clearAccountRestoredHint(): void {
  const isSecure = window.location.protocol === 'https:';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
  document.cookie = `${isSecure ? '__Host-' : ''}session_hint=1; Path=/; SameSite=Lax; Max-Age=${sessionDays * 86_400}${isSecure ? '; Secure' : ''}`;
}
