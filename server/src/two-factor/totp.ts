// The codes of an authenticator app (RFC 6238): six digits for each half minute, from a secret both sides hold.
import { Secret, TOTP } from 'otpauth';

const periodSeconds = 30;
/** Clocks drift and people type slowly: the code before and the one after are taken too. */
const window = 1;

/** 160 random bits in base 32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

const totpOf = (secret: string, more: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...more, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: periodSeconds });

/** What the QR code holds. */
export const uriOf = (secret: string, { issuer, label }: { issuer: string; label: string }): string =>
  totpOf(secret, { issuer, label }).toString();

/** The half minute the code belongs to, or null where it is none of the three that count now. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window });
  return delta === null ? null : Math.floor(timestamp / 1000 / periodSeconds) + delta;
}

/** The code of this moment, as the app would show it. */
export const codeAt = (secret: string, at: Date): string => totpOf(secret).generate({ timestamp: at.getTime() });
