// A fake device with passkeys: its screen lock is opened, cancelled or refused as the test says.
import { onTestFinished, vi } from 'vitest';

const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;

const credential = (response: object) => ({
  id: 'cGFzc2tleQ',
  rawId: bytes('passkey'),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  getClientExtensionResults: () => ({}),
  response: { clientDataJSON: bytes('client data'), ...response },
});
const signature = { authenticatorData: bytes('data'), signature: bytes('signature'), userHandle: bytes('ada') };

type Prompt = (options: unknown) => Promise<unknown>;

/** The device's prompts. A test may make one fail with `refusal`. */
export function addPasskeyDevice() {
  const device = {
    create: vi.fn<Prompt>(async () => credential({ attestationObject: bytes('attestation') })),
    get: vi.fn<Prompt>(async () => credential(signature)),
  };
  vi.stubGlobal('PublicKeyCredential', class {});
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: device });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'credentials'));
  return device;
}

/** The error as a browser reports it: NotAllowedError when the person cancels, InvalidStateError for a second passkey. */
export const refusal = (name: string) => async (): Promise<never> => {
  throw new DOMException('refused', name);
};

export const requestOptions = { challenge: 'Y2hhbGxlbmdl', rpId: 'localhost', allowCredentials: [] };

export const creationOptions = {
  challenge: 'Y2hhbGxlbmdl',
  rp: { id: 'localhost', name: 'Remembrance' },
  user: { id: 'YWRh', name: 'ada@example.com', displayName: 'Ada Okafor' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
};
