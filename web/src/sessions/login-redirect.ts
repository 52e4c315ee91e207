// The ways to the login page: a link, and the sentence with a moment's pause when a session turns out to be over.
import { display } from '@remembrance/contract/limits.ts';
import { toast } from '../ui/toast.tsx';

/** Full page navigations the server answers. */
export const logoutPath = '/api/logout';
export const loginPath = (next?: string): string =>
  next ? `/api/login?next=${encodeURIComponent(next)}` : '/api/login';

let isLeaving = false;

export function redirectToLogin(): void {
  if (isLeaving) return;
  isLeaving = true;
  toast({ title: 'Unauthorized', description: 'You are logged out. Logging in again...', variant: 'destructive' });
  setTimeout(() => {
    isLeaving = false;
    window.location.assign(loginPath(`${window.location.pathname}${window.location.search}`));
  }, display.loginRedirectMilliseconds);
}
