// Loads the passkey library on first use: loading it takes an eighth of the startup time and 26 MB.
import type * as Library from '@simplewebauthn/server';

export const webauthn = (): Promise<typeof Library> => import('@simplewebauthn/server');
