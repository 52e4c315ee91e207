// Signs in by email address and password. The library compares and begins the session; the refusals are ours.
import type { BodyOf } from '@remembrance/contract/endpoint.ts';
import { passwordBytes } from '@remembrance/contract/limits.ts';
import type * as contract from '@remembrance/contract/sessions.ts';
import { isAPIError } from 'better-auth/api';
import { refuse } from '../lib/refusal.ts';
import { findUser, type UserRow } from '../users/user-store.ts';
import type { WayBack } from './mail-verification.ts';
import { type ResendVerificationNeeds, resendVerification } from './resend-verification.ts';
import { guardSignIn } from './sign-in-guard.ts';
import type { SignInLibrary } from './sign-in-library.ts';

export interface SignInNeeds extends ResendVerificationNeeds {
  library: SignInLibrary;
}
type Input = BodyOf<typeof contract.signIn> & WayBack & { network: string; headers: Headers };

/** The owner, and the Set-Cookie lines of the session that was begun. */
export async function signIn(needs: SignInNeeds, input: Input): Promise<{ user: UserRow; setCookies: string[] }> {
  await guardSignIn(needs, input.email, input.network);
  // No account has such a password, and bcrypt would compare its first 72 bytes only.
  if (Buffer.byteLength(input.password) > passwordBytes.most) refuse('wrong-credentials');
  const { email, password, headers } = input;
  try {
    const begun = await needs.library.api.signInEmail({ body: { email, password }, headers, returnHeaders: true });
    const user = (await findUser(needs.database, begun.response.user.id)) ?? refuse('wrong-credentials');
    return { user, setCookies: begun.headers.getSetCookie() };
  } catch (error) {
    if (!isAPIError(error)) throw error;
    if (error.body?.code === 'INVALID_EMAIL_OR_PASSWORD') refuse('wrong-credentials');
    if (error.body?.code !== 'EMAIL_NOT_VERIFIED') throw error;
    await resendVerification(needs, input);
    refuse('email-not-verified');
  }
}
