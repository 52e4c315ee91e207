// The browser's own question for a passkey. The part that speaks its language is loaded when it is first needed.
import { CallError } from '../lib/call.ts';

type Browser = typeof import('@simplewebauthn/browser');

export const canUsePasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/** @throws {CallError} with a sentence for the person, when they or the device said no. */
export async function askForPasskey<Answer>(ask: (browser: Browser) => Promise<Answer>): Promise<Answer> {
  try {
    return await ask(await import('@simplewebauthn/browser'));
  } catch (error) {
    throw new CallError(0, sentences[(error as Error).name] ?? 'Your device did not answer. Please try again.');
  }
}

const sentences: Record<string, string> = {
  NotAllowedError: 'The question was closed, or took too long. Please try again.',
  InvalidStateError: 'This device has a passkey for your account already.',
  SecurityError: 'Passkeys do not work at this address of the site.',
};
