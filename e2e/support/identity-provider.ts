// An OpenID provider in its own process. It signs in the person that the journey names as the browser's user.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export interface Person {
  sub: string;
  email: string;
  email_verified: boolean;
  given_name: string;
  family_name: string;
}

export interface IdentityProvider {
  signsIn(person: Person): Promise<void>;
  stop(): Promise<void>;
}

/** The service's settings for it, known before it runs. */
export const providerSettings = (port: number): Record<string, string> => ({
  OIDC_ISSUER: `http://127.0.0.1:${port}`,
  OIDC_CLIENT_ID: 'remembrance',
  OIDC_CLIENT_SECRET: 'a secret between the two of us',
});

const entry = path.join(import.meta.dirname, '../../server/testing/identity-server.ts');

export async function startIdentityProvider(port: number, serviceUrl: string): Promise<IdentityProvider> {
  const { PATH, HOME } = process.env;
  const child = fork(entry, {
    env: {
      PATH,
      HOME,
      PROVIDER_PORT: String(port),
      REDIRECT_URI: `${serviceUrl}/api/login/callback`,
      SIGNED_OUT_URI: `${serviceUrl}/`,
    },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  await once(child, 'message');
  return {
    async signsIn(person) {
      child.send({ person });
      await once(child, 'message');
    },
    async stop() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}
