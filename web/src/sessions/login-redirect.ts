// The ways to the login page: a link, and the sentence with a moment's pause when a session turns out to be over.
import { display } from '@remembrance/contract/limits.ts';
import { toast } from '../ui/toast.tsx';

/** Full page navigations the server answers. */
export const logoutPath = '/api/logout';
export const loginPath = (next?: string): string =>
  next ? `/api/login?next=${encodeURIComponent(next)}` : '/api/login';

let isLeaving = false;
/** While the page is on its way to the login page by itself. */
export const isLeavingForLogin = (): boolean => isLeaving;
/** By then the page is gone, or somebody chose to stay on it. */
const leavingMilliseconds = 2000;

export function redirectToLogin(): void {
  if (isLeaving) return;
  isLeaving = true;
  toast({ title: 'Unauthorized', description: 'You are logged out. Logging in again...', variant: 'destructive' });
  setTimeout(() => {
    setTimeout(() => {
      isLeaving = false;
    }, leavingMilliseconds);
    window.location.assign(loginPath(`${window.location.pathname}${window.location.search}`));
  }, display.loginRedirectMilliseconds);
}
