// A cookie the page can read, set with the session, that only says there may be one. Without it nobody is signed in,
// and a visitor is spared a question whose answer is known. Where signing in took the deletion of the account back, it says so.
import { sessionDays } from '@remembrance/contract/limits.ts';

const hint = /(?:^|;\s*)(?:__Host-)?session_hint=/;

export const hasSessionHint = (cookies: string = document.cookie): boolean => hint.test(cookies);

const kept = /(?:^|;\s*)(?:__Host-)?session_hint=kept(?:;|$)/;

export const saysAccountKept = (cookies: string = document.cookie): boolean => kept.test(cookies);

/** Said once is enough; that there may be a session is still to be said. */
export function forgetAccountKept(): void {
  const isSecure = window.location.protocol === 'https:';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
  document.cookie = `${isSecure ? '__Host-' : ''}session_hint=1; Path=/; SameSite=Lax; Max-Age=${sessionDays * 86_400}${isSecure ? '; Secure' : ''}`;
}
