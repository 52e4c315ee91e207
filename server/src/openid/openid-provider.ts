// The port to an OpenID provider of identities (OpenID Connect), and its one adapter. The provider is asked what it can do
// when somebody first needs it and again after every failure, so that one that is away keeps nothing of ours from starting.
import * as openid from 'openid-client';

export interface OpenIdProvider {
  issuer: string;
  /** Where to send the person, and what their browser keeps until they come back. */
  begin(): Promise<{ url: URL; kept: KeptBetween }>;
  /** Who came back. */
  finish(cameBackTo: URL, kept: KeptBetween): Promise<Identity>;
  /** Where signing out there begins; null where the provider knows no such thing. */
  signOutUrl(idToken: string): Promise<URL | null>;
}

export interface KeptBetween {
  state: string;
  nonce: string;
  verifier: string;
}

export interface Identity {
  subject: string;
  email: string | null;
  emailVerified: boolean;
  firstName: string;
  lastName: string;
  idToken: string;
}

/** The provider can't be reached, or does not do what it should. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable';
}
/** The provider, or the person there, said no; or what came back is not an answer to what was asked. */
export class ProviderRefused extends Error {
  override name = 'ProviderRefused';
}

interface Options {
  issuer: string;
  clientId: string;
  clientSecret: string;
  publicUrl: string;
  callbackPath: string;
}

const timeoutSeconds = 10;

export function createOpenIdProvider({
  issuer,
  clientId,
  clientSecret,
  publicUrl,
  callbackPath,
}: Options): OpenIdProvider {
  let discovered: Promise<openid.Configuration> | undefined;
  const configuration = (): Promise<openid.Configuration> => {
    discovered ??= discover().catch((cause: unknown) => {
      discovered = undefined;
      throw new ProviderUnavailable('the provider did not say how to sign in', { cause });
    });
    return discovered;
  };
  const discover = () =>
    openid.discovery(new URL(issuer), clientId, undefined, openid.ClientSecretBasic(clientSecret), {
      timeout: timeoutSeconds,
      // Only where the operator wrote http:, which is for one machine and for tests.
      ...(issuer.startsWith('http:') && { execute: [openid.allowInsecureRequests] }),
    });
  return {
    issuer,
    async begin() {
      const kept = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        verifier: openid.randomPKCECodeVerifier(),
      };
      const url = openid.buildAuthorizationUrl(await configuration(), {
        redirect_uri: publicUrl + callbackPath,
        scope: 'openid email profile',
        state: kept.state,
        nonce: kept.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(kept.verifier),
        code_challenge_method: 'S256',
      });
      return { url, kept };
    },
    async finish(cameBackTo, { state, nonce, verifier }) {
      const config = await configuration();
      // Behind a proxy the request's own host may be another than the one the provider was told.
      const address = new URL(publicUrl + callbackPath + cameBackTo.search);
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
      const tokens = await asked(openid.authorizationCodeGrant(config, address, checks));
      const claims = tokens.claims();
      if (!claims || !tokens.id_token) throw new ProviderRefused('there is no identity in the answer');
      const told =
        claims.email === undefined
          ? await asked(openid.fetchUserInfo(config, tokens.access_token, claims.sub))
          : claims;
      return {
        subject: claims.sub,
        email: textOf(told.email) || null,
        // Some providers say it as a text.
        emailVerified: told.email_verified === true || String(told.email_verified) === 'true',
        firstName: textOf(told.given_name) || textOf(told.name),
        lastName: textOf(told.family_name),
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

const textOf = (claim: unknown): string => (typeof claim === 'string' ? claim.trim().slice(0, 255) : '');

// A connection that fails is the provider's absence; everything the library checks and finds wrong is a no.
async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    const { code = '' } = cause as { code?: string };
    const isAway = cause instanceof TypeError || code === 'OAUTH_TIMEOUT' || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM';
    if (isAway) throw new ProviderUnavailable('the provider did not answer', { cause });
    throw new ProviderRefused('the provider did not sign this person in', { cause });
  }
}
