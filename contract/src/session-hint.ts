// The session hint: a cookie that scripts can read, set with the session. Without it nobody is signed in, so neither the page nor
// the service needs to look further. It proves nothing.

/** Over https its name starts with `__Host-`. */
export const sessionHint = 'session_hint';

const hint = new RegExp(`(?:^|;\\s*)(?:__Host-)?${sessionHint}=`);

/** @param cookies the Cookie header of a request, or `document.cookie` */
export const hasSessionHint = (cookies: string): boolean => hint.test(cookies);
