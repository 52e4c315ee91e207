// The identity provider for browser tests, run as a child process. The parent sets the person to sign in with a message
// `{ person }`, which is echoed once it has taken effect.
import { startIdentityProvider } from './identity-provider.ts';

const { PROVIDER_PORT = '0', REDIRECT_URI = '', SIGNED_OUT_URI = '' } = process.env;
const provider = await startIdentityProvider({
  redirectUri: REDIRECT_URI,
  signedOutUri: SIGNED_OUT_URI,
  port: Number(PROVIDER_PORT),
});
process.on('message', (message: Pick<typeof provider, 'person'>) => {
  provider.person = message.person;
  process.send?.(message);
});
process.on('disconnect', () => process.exit(0));
process.send?.({ readyAt: provider.issuer });
