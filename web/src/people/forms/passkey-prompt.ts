// Shows the browser's passkey prompt. The WebAuthn library is loaded on first use.
import type { BodyOf } from '@remembrance/contract/endpoint.ts';
import { beginPasskeySignIn, type signInWithPasskey } from '@remembrance/contract/passkeys.ts';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { CallError, call } from '../../lib/call.ts';

type Browser = typeof import('@simplewebauthn/browser');

export const canUsePasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/** @throws {CallError} with a sentence for the person, when they cancel or the device refuses. */
export async function askForPasskey<Answer>(ask: (browser: Browser) => Promise<Answer>): Promise<Answer> {
  try {
    return await ask(await import('@simplewebauthn/browser'));
  } catch (error) {
    throw new CallError(0, sentences[(error as Error).name] ?? 'Your device did not respond. Please try again.');
  }
}

type PasskeyAnswer = BodyOf<typeof signInWithPasskey>['answer'];

/** The passkey's proof of who is here. The contract passes WebAuthn's format on and types only a part of it. */
export async function answerByPasskey(): Promise<PasskeyAnswer> {
  const optionsJSON = (await call(beginPasskeySignIn)) as unknown as PublicKeyCredentialRequestOptionsJSON;
  return (await askForPasskey((browser) => browser.startAuthentication({ optionsJSON }))) as PasskeyAnswer;
}

const sentences: Record<string, string> = {
  NotAllowedError: 'The request was cancelled or took too long. Please try again.',
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError: 'Passkeys do not work at this address.',
};
