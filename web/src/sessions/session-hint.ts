// A cookie the page can read, set with the session, that only says there may be one. Without it nobody is signed in,
// and a visitor is spared a question whose answer is known.
const hint = /(?:^|;\s*)session_hint=/;

export const hasSessionHint = (cookies: string = document.cookie): boolean => hint.test(cookies);
