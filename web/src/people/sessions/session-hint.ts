// What the session hint tells a page: that there may be a session, and that a sign-in has cancelled the account's deletion.
import { sessionDays } from '@remembrance/contract/limits.ts';
import { hasSessionHint, sessionHint } from '@remembrance/contract/session-hint.ts';

export const mayHaveSession = (): boolean => hasSessionHint(document.cookie);

const restoredHint = /(?:^|;\s*)(?:__Host-)?session_hint=kept(?:;|$)/;

export const hasAccountRestoredHint = (cookies: string = document.cookie): boolean => restoredHint.test(cookies);

/** Removes the note about the cancelled deletion, and leaves the hint that there may be a session. */
export function clearAccountRestoredHint(): void {
  const isSecure = window.location.protocol === 'https:';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
  document.cookie = `${isSecure ? '__Host-' : ''}${sessionHint}=1; Path=/; SameSite=Lax; Max-Age=${sessionDays * 86_400}${isSecure ? '; Secure' : ''}`;
}
