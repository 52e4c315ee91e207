// The adapter of OpenID providers. Discovery runs on first use and again after a failure, so that an unreachable provider does not
// stop the service from starting.
import * as openid from 'openid-client';
import { causesOf, codeOf } from '../../platform/lib/causes.ts';
import { type OpenIdProvider, ProviderRefused, ProviderUnavailable } from './openid-provider.ts';

interface Options {
  issuer: string;
  clientId: string;
  clientSecret: string;
  publicUrl: string;
  callbackPath: string;
  /** The operator vouches for every address of the provider, even unverified ones. */
  trustsEmail: boolean;
}

const timeoutSeconds = 10;

export function createOpenIdProvider({
  issuer,
  clientId,
  clientSecret,
  publicUrl,
  callbackPath,
  trustsEmail,
}: Options): OpenIdProvider {
  let discovered: Promise<openid.Configuration> | undefined;
  const configuration = (): Promise<openid.Configuration> => {
    discovered ??= discover().catch((cause: unknown) => {
      discovered = undefined;
      throw new ProviderUnavailable('discovery at the provider failed', { reason: reasonOf(cause, issuer), cause });
    });
    return discovered;
  };
  const discover = () =>
    openid.discovery(new URL(issuer), clientId, undefined, openid.ClientSecretBasic(clientSecret), {
      timeout: timeoutSeconds,
      // Only if the operator configured an http: URL, for one machine or tests.
      ...(issuer.startsWith('http:') && { execute: [openid.allowInsecureRequests] }),
    });
  return {
    issuer,
    async begin() {
      const state = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        verifier: openid.randomPKCECodeVerifier(),
      };
      const url = openid.buildAuthorizationUrl(await configuration(), {
        redirect_uri: publicUrl + callbackPath,
        scope: 'openid email profile',
        state: state.state,
        nonce: state.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(state.verifier),
        code_challenge_method: 'S256',
      });
      return { url, state };
    },
    async finish(callbackUrl, { state, nonce, verifier }) {
      const config = await configuration();
      // Behind a proxy, the request's own host may differ from the registered one.
      const address = new URL(publicUrl + callbackPath + callbackUrl.search);
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
      const tokens = await callProvider(issuer, openid.authorizationCodeGrant(config, address, checks));
      const claims = tokens.claims();
      if (!claims || !tokens.id_token)
        throw new ProviderRefused('the provider did not sign this person in', { reason: 'its answer has no identity' });
      const profile =
        claims.email === undefined
          ? await callProvider(issuer, openid.fetchUserInfo(config, tokens.access_token, claims.sub))
          : claims;
      return {
        subject: claims.sub,
        email: textOf(profile.email) || null,
        emailVerified: trustsEmail || truthOf(profile.email_verified),
        firstName: textOf(profile.given_name) || textOf(profile.name),
        lastName: textOf(profile.family_name),
        idToken: tokens.id_token,
      };
    },
    async signOutUrl(idToken) {
      const config = await configuration();
      if (!config.serverMetadata().end_session_endpoint) return null;
      return openid.buildEndSessionUrl(config, { id_token_hint: idToken, post_logout_redirect_uri: `${publicUrl}/` });
    },
  };
}

// Some providers send it as a string, and some omit it.
const truthOf = (claim: unknown): boolean | undefined => (claim == null ? undefined : String(claim) === 'true');
const textOf = (claim: unknown): string => (typeof claim === 'string' ? claim.trim().slice(0, 255) : '');

// A failed connection means the provider is unavailable. Every failed check of the library is a refusal.
async function callProvider<T>(issuer: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    const { code = '' } = cause as { code?: string };
    const isAway = cause instanceof TypeError || code === 'OAUTH_TIMEOUT' || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM';
    const reason = reasonOf(cause, issuer);
    if (isAway) throw new ProviderUnavailable('the provider did not respond', { reason, cause });
    throw new ProviderRefused('the provider did not sign this person in', { reason, cause });
  }
}

/** Why a call failed: a setting that differs, the provider's error code, or the code of the connection. */
function reasonOf(fault: unknown, issuer: string): string {
  const found = issuerIn(fault);
  if (found) return `the issuer is ${found}, and OIDC_ISSUER is ${issuer}`;
  return causesOf(fault).map(errorIn).find(isErrorCode) ?? codeOf(fault);
}

/** The other issuer that the discovered document names. */
function issuerIn(fault: unknown): string | undefined {
  if (!(fault instanceof openid.ClientError) || fault.code !== 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED')
    return undefined;
  return textOf((fault.cause as { body?: { issuer?: unknown } } | undefined)?.body?.issuer);
}

/** From the body or the query, or from the header of a provider that asks for another client secret. */
const errorIn = (fault: Error): unknown =>
  fault instanceof openid.WWWAuthenticateChallengeError
    ? fault.cause[0]?.parameters.error
    : (fault as { error?: unknown }).error;

/** Anyone can put a text into the address of the callback. */
const isErrorCode = (text: unknown): text is string => typeof text === 'string' && /^[a-z_]{1,50}$/.test(text);
