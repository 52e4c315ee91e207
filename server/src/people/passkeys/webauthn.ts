// The library for passkeys, loaded when the first one is used: it takes an eighth of a start and 26 MB.
import type * as Library from '@simplewebauthn/server';

export const webauthn = (): Promise<typeof Library> => import('@simplewebauthn/server');
