// A real OpenID Connect provider on this machine, for tests. It signs in the person chosen by the test without showing a page,
// and requires PKCE.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export interface Person {
  sub: string;
  email?: string;
  email_verified?: boolean | string;
  given_name?: string;
  family_name?: string;
}

export interface IdentityProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The person to sign in; null refuses the sign-in. */
  person: Person | null;
  stop(): Promise<void>;
}

interface Options {
  /** Where people return after signing in. */
  redirectUri: string;
  /** Where people return after signing out. */
  signedOutUri: string;
  /** Puts the address into the ID token, as some providers do, instead of only into the userinfo response. */
  claimsInToken?: boolean;
  port?: number;
}

const clientId = 'remembrance';
const clientSecret = 'a secret between the two of us';

export async function startIdentityProvider({
  redirectUri,
  signedOutUri,
  claimsInToken = false,
  port = 0,
}: Options): Promise<IdentityProvider> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state: IdentityProvider = {
    issuer,
    clientId,
    clientSecret,
    person: null,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const people = new Map<string, Person>();
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [signedOutUri],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    conformIdTokenClaims: !claimsInToken,
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        logoutSource: (context: { body: unknown }, form: string) => {
          context.body = `<!doctype html>${form}<button form="op.logoutForm" name="logout" value="yes">Sign out there too</button>`;
        },
      },
    },
    interactions: { url: (_: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}` },
    cookies: { keys: ['only for tests'] },
    findAccount: (_: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ ...people.get(sub), sub }),
    }),
  });
  const answer = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith('/interaction/')) void interact(request, response);
    else void answer(request, response);
  });

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { person } = state;
    if (!person) {
      const result = { error: 'access_denied', error_description: 'The person said no' };
      return provider.interactionFinished(request, response, result);
    }
    people.set(person.sub, person);
    const { params } = await provider.interactionDetails(request, response);
    const grant = new provider.Grant({ accountId: person.sub, clientId: String(params.client_id) });
    grant.addOIDCScope(String(params.scope));
    const result = { login: { accountId: person.sub }, consent: { grantId: await grant.save() } };
    return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }
  return state;
}
