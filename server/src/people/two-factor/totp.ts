// The codes of an authenticator app (RFC 6238): six digits per half minute, from a shared secret.
import { Secret, TOTP } from 'otpauth';

const periodSeconds = 30;
/** Clocks drift and people type slowly, so the previous and the next code are accepted too. */
const window = 1;

/** 160 random bits in base 32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

const totpOf = (secret: string, more: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...more, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: periodSeconds });

/** The content of the QR code. */
export const uriOf = (secret: string, { issuer, label }: { issuer: string; label: string }): string =>
  totpOf(secret, { issuer, label }).toString();

/** The half minute of the code, or null if the code is not one of the three accepted now. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null; // the library throws on non-ASCII text
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window });
  return delta === null ? null : Math.floor(timestamp / 1000 / periodSeconds) + delta;
}

/** The code that the app shows at this moment. */
export const codeAt = (secret: string, at: Date): string => totpOf(secret).generate({ timestamp: at.getTime() });
