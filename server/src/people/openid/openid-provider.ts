// The port to an OpenID provider (OpenID Connect).

export interface OpenIdProvider {
  issuer: string;
  /** The URL to send the person to, and the state their browser stores until they return. */
  begin(): Promise<{ url: URL; state: SignInState }>;
  /** The identity of the person who returned. */
  finish(callbackUrl: URL, state: SignInState): Promise<Identity>;
  /** Where to sign out at the provider, or null if it does not support that. */
  signOutUrl(idToken: string): Promise<URL | null>;
}

export interface SignInState {
  state: string;
  nonce: string;
  verifier: string;
}

export interface Identity {
  subject: string;
  email: string | null;
  /** The provider's claim; undefined if it makes none. */
  emailVerified: boolean | undefined;
  firstName: string;
  lastName: string;
  idToken: string;
}

/** The provider can't be reached or is misconfigured. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable';
}
/** The provider or the person declined, or the response fails verification. */
export class ProviderRefused extends Error {
  override name = 'ProviderRefused';
}
