// The ways out of the page: to the login page, by a link, or by a redirect after a short message when the session has ended; and to the
// log-out.
import { display } from '@remembrance/contract/limits.ts';
import { withNext } from '@remembrance/contract/site-path.ts';
import { toast } from '../../ui/toast.tsx';

/** Full page navigations, handled by the server. */
export const logoutPath = '/api/logout';
export const loginPath = (next?: string): string => withNext('/api/login', next);
/** For links labelled Log In: to the sign-in page, even in a browser that never signed in. */
export const signInPath = (next?: string): string => withNext(`${loginPath()}?start=sign-in`, next);

let isLeaving = false;
/** Whether the page is being left, so that the browser need not ask. */
export const isLeavingPage = (): boolean => isLeaving;
/** By then the browser has left the page, or the person chose to stay. */
const leavingMilliseconds = 2000;

let mayRedirect = true;
export function allowRedirects(isAllowed: boolean): void {
  mayRedirect = isAllowed;
}

export function redirectToLogin(): void {
  if (isLeaving || !mayRedirect) return;
  isLeaving = true;
  toast({ title: 'Unauthorized', description: 'You are logged out. Logging in again...', variant: 'destructive' });
  setTimeout(
    () => leave(loginPath(`${window.location.pathname}${window.location.search}`)),
    display.loginRedirectMilliseconds,
  );
}

/** A full page navigation that the browser does not ask about. */
export function leave(address: string): void {
  isLeaving = true;
  setTimeout(() => {
    isLeaving = false;
  }, leavingMilliseconds);
  window.location.assign(address);
}
