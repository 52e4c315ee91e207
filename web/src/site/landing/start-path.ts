// Where the landing page leads: newcomers to their first vault, owners to their vaults, both through the login path. The free month is
// passed on.
import { addPromo } from '../../lib/promo.ts';
import { loginPath, signInPath } from '../../people/sessions/login-redirect.ts';

export const startPath = loginPath(addPromo('/create-vault'));
export const logInPath = signInPath(addPromo('/'));
