// Where the landing page leads: a beginner to their first vault, an owner to their vaults, both through the login path. The free
// month goes along.
import { addPromo } from '../../lib/promo.ts';
import { loginPath, signInPath } from '../../people/sessions/login-redirect.ts';

export const startPath = loginPath(addPromo('/create-vault'));
export const logInPath = signInPath(addPromo('/'));
