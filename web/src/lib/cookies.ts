// Refuses what cannot succeed in a browser that keeps no cookies, before a code is mailed in vain.
import { CallError, noAnswer } from './call.ts';

/** @param what the page to open elsewhere, in words */
export const cookiesNeeded = (what: 'the link' | 'this page'): CallError =>
  new CallError(
    noAnswer,
    `This browser does not keep cookies, which this page needs. Please allow them, or open ${what} in another browser.`,
  );

/** @throws {CallError} with what to do */
export function requireCookies(): void {
  if (!navigator.cookieEnabled) throw cookiesNeeded('this page');
}
