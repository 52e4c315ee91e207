// Signing in and out through an OpenID provider, and while the provider is unavailable. The test starts its own service, because the
// provider is configured with its pages.
import { expect, test } from '@playwright/test';
import { freePort } from '../../server/testing/free-port.ts';
import { providerSettings, startIdentityProvider } from '../support/identity-provider.ts';
import { unusedAddress } from '../support/people.ts';
import { greeting, heading } from '../support/screens.ts';
import { startService } from '../support/service.ts';

test('sign-in works once the provider is back, asks for nothing twice, and signing out also ends its session', async ({
  page,
}) => {
  const port = await freePort();
  const service = await startService(providerSettings(port));
  try {
    await page.goto(`${service.url}/api/login?next=%2Faccount`);
    await expect(heading(page, 'You cannot sign in at the moment')).toBeVisible();
    const provider = await startIdentityProvider(port, service.url);
    const email = unusedAddress('nora');
    await provider.signsIn({ sub: 'nora', email, email_verified: true, given_name: 'Nora', family_name: 'Vale' });
    await page.getByRole('link', { name: 'Try again' }).click();

    await expect(heading(page, 'Welcome')).toBeVisible();
    await expect(page.getByText(email)).toBeVisible();
    await expect(page.getByLabel('First name')).toHaveValue('Nora');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('You must be at least 18 years old')).toBeVisible();
    await page.getByLabel('I am at least 18 years old').check();
    await page.getByLabel('I have read and accept').check();
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(heading(page, 'Your account')).toBeVisible();
    await expect(page.getByLabel('Current password')).toHaveCount(0);

    const other = await page.context().newPage();
    await other.goto(`${service.url}/account`);
    await expect(heading(other, 'Your account')).toBeVisible();
    await page.getByRole('button', { name: 'Log Out' }).click();
    // The provider still asks, and our session has already ended in every tab.
    await expect(page.getByRole('button', { name: 'Sign out there too' })).toBeVisible();
    await expect(heading(other, 'You are logged out')).toBeVisible();
    await page.getByRole('button', { name: 'Sign out there too' }).click();
    await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible();
    await page.goto(`${service.url}/api/login`);
    await expect(greeting(page, 'Nora')).toBeVisible();
    expect(service.takeFaults()).toEqual([]);
    await provider.stop();
  } finally {
    await service.stop();
  }
});
