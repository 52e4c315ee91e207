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

interface Failure {
  /** For the log: no token, secret or address of a person. */
  reason: string;
  cause?: unknown;
}

class ProviderFailed extends Error {
  readonly reason: string;

  constructor(message: string, { reason, cause }: Failure) {
    super(message, { cause });
    this.reason = reason;
  }
}

/** The provider can't be reached or is misconfigured. */
export class ProviderUnavailable extends ProviderFailed {
  override name = 'ProviderUnavailable';
}
/** The provider or the person declined, or the response fails verification. */
export class ProviderRefused extends ProviderFailed {
  override name = 'ProviderRefused';
}
