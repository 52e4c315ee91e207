// A simulated device that stores passkeys: it answers immediately when it is asked.
import type { Page } from '@playwright/test';

export interface PasskeyDevice {
  /** From now on it recognises nobody, as if a stranger touched it. */
  stopRecognising(): Promise<void>;
}

export async function addPasskeyDevice(page: Page): Promise<PasskeyDevice> {
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async stopRecognising() {
      await devices.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    },
  };
}
