// How people are recognised: passwords and answers, sessions, their cookies, and the provider they sign in with. And how often anybody may try.
import { loginCallback } from '@remembrance/contract/openid.ts';
import { countTry, uncountTry } from '../http/rate-limit-store.ts';
import { createRateLimiter } from '../http/rate-limiter.ts';
import { originsOf } from '../http/require-our-origin.ts';
import { createLogNames } from '../keys/secret/log-names.ts';
import type { OpenIdProvider } from '../people/openid/openid-provider.ts';
import { isBreached } from '../people/passwords/breached-passwords.ts';
import { createReadOwner } from '../people/sessions/read-owner.ts';
import { createSessionCookies } from '../people/sessions/session-cookies.ts';
import { createHashLanes, createSlowHash } from '../platform/lib/slow-hash.ts';
import { createSecurityLog } from '../records/acts/security-log.ts';
import type { Config } from '../settings/config.ts';
import { createRecipientSessions } from '../vaults/vault-access/recipient-session.ts';
import type { Foundation } from './create-foundation.ts';

export async function createPeople({ config, database, clock, keyring }: Foundation) {
  const { publicUrl, passwordHashCost, dataDirectory } = config;
  const hashLanes = createHashLanes(clock);
  const cookies = createSessionCookies({ publicUrl, keyring });
  return {
    slowHash: createSlowHash(passwordHashCost, hashLanes.passwords),
    answerHash: createSlowHash(passwordHashCost, hashLanes.answers),
    isBreached: (password: string) => isBreached(dataDirectory, password),
    logNames: createLogNames({ keyring, clock }),
    securityLog: createSecurityLog({ database, clock }),
    rateLimiter: createRateLimiter({
      clock,
      factor: config.rateLimitFactor,
      digestKey: (key) => keyring.digest('rate-limit', key),
      countTry: (key, count) => countTry(database, key, count),
      uncountTry: (key) => uncountTry(database, key),
    }),
    ourOrigins: originsOf(publicUrl),
    cookies,
    openIdProvider: await openProvider(config),
    readOwner: createReadOwner({ database, clock, cookies }),
    recipientSessions: createRecipientSessions({ keyring, clock, secure: publicUrl.startsWith('https:') }),
  };
}

/** The library of OpenID is large, so only a start that needs it loads it. */
async function openProvider({ openId, publicUrl }: Config): Promise<OpenIdProvider | null> {
  if (!openId) return null;
  const { createOpenIdProvider } = await import('../people/openid/openid-client-provider.ts');
  return createOpenIdProvider({ ...openId, publicUrl, callbackPath: loginCallback.path });
}
