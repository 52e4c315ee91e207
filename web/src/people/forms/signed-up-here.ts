// Whether this browser has signed up or confirmed an address before. The cookie that proves it cannot be read here.
import { attempt } from '../../lib/browser/attempt.ts';

const key = 'signed-up';

export const rememberSignUp = (): void => attempt(() => localStorage.setItem(key, 'yes'));

/** Also true if storage is disabled; then the service asks for the password. */
export const hasSignedUpHere = (): boolean => attempt(() => localStorage.getItem(key)) !== null;
