// Two-factor sign-in: turned on with an app, its recovery codes shown once, renewed and turned off.
import { getAccount } from '@remembrance/contract/account.ts';
import {
  beginTwoFactor,
  confirmTwoFactor,
  distrustBrowsers,
  endTwoFactor,
  renewRecoveryCodes,
} from '@remembrance/contract/two-factor.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { pressTwice } from '../../testing/on-screen.ts';
import { dialog, openAccount, section } from '../../testing/open-account.tsx';
import { alerts, announces, descriptionOf, shows } from '../../testing/open-screen.tsx';
import { accountOfAda } from '../../testing/samples.ts';

const recoveryCodes = ['AAAA-BBBB', 'CCCC-DDDD'];
const isOn = { isOn: true, recoveryCodesLeft: 10, trustedBrowsers: 0 };
const secret = 'JBSWY3DPEHPK3PXPJ';
const part = () => section('Second step');
const begin = 'Turn on the second step';

async function openSetup() {
  const opened = await openAccount();
  const { service, user } = opened;
  service.reply(beginTwoFactor, { secret, uri: `otpauth://totp/Remembrance:ada?secret=${secret}` });
  await user.click(part().getByRole('button', { name: 'Turn on' }));
  await user.click((await dialog(begin)).getByRole('button', { name: 'Continue' }));
  return { ...opened, setup: await dialog('Scan this with your app') };
}

test('only the app’s first code turns it on', async () => {
  const { service, user, setup } = await openSetup();
  expect(setup.getByRole('img', { name: 'QR code for your authenticator app' })).not.toBeNull();
  expect(setup.getByText('JBSW Y3DP EHPK 3PXP J')).not.toBeNull();
  await user.click(setup.getByRole('button', { name: 'Turn on' }));
  await waitFor(() => expect(descriptionOf(setup.getByLabelText('Code'))).toBe('Please enter the code'));
  service.refuse(confirmTwoFactor, 'second-step-refused');
  await user.type(setup.getByLabelText('Code'), '000 000{Enter}');
  await alerts('This code is wrong');
  expect(setup.getByText('JBSW Y3DP EHPK 3PXP J')).not.toBeNull();
  service.reply(confirmTwoFactor, { recoveryCodes });
  service.reply(getAccount, { ...accountOfAda, twoFactor: isOn });
  pressTwice(setup.getByRole('button', { name: 'Turn on' }));
  const shown = await dialog('Your recovery codes');
  expect(shown.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(recoveryCodes);
  expect(service.received(confirmTwoFactor)).toHaveLength(2);
  await user.click(shown.getByRole('button', { name: 'I have saved them' }));
  await shows('10 recovery codes left');
  expect(document.body.textContent).not.toContain('AAAA-BBBB');
});

test('the setup can be cancelled, and the secret then disappears from the page', async () => {
  const { service, user, setup } = await openSetup();
  await user.click(setup.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.body.textContent).not.toContain('JBSW');
  expect(part().getByText('Off')).not.toBeNull();
  expect(service.received(confirmTwoFactor)).toEqual([]);
});

test('the recovery codes stay on screen even if the account behind them cannot be reloaded', async () => {
  const { service, user, setup } = await openSetup();
  service.reply(confirmTwoFactor, { recoveryCodes });
  service.disconnect(getAccount);
  await user.type(setup.getByLabelText('Code'), '123456{Enter}');
  const shown = await dialog('Your recovery codes');
  await shows('Your account could not be shown');
  expect(shown.getByText('AAAA-BBBB')).not.toBeNull();
  service.reply(getAccount, { ...accountOfAda, twoFactor: isOn });
  await user.click(shown.getByRole('button', { name: 'I have saved them' }));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await shows('10 recovery codes left');
});

async function renew(user: Awaited<ReturnType<typeof openAccount>>['user']) {
  await user.click(part().getByRole('button', { name: 'New recovery codes' }));
  await user.click((await dialog('Create new recovery codes?')).getByRole('button', { name: 'Create new codes' }));
  return dialog('Your recovery codes');
}

test('the codes are copied or saved as a file, and a new set is not called copied', async () => {
  const { service, user } = await openAccount({ twoFactor: isOn });
  service.reply(renewRecoveryCodes, { recoveryCodes });
  let shown = await renew(user);
  await user.click(shown.getByRole('button', { name: 'Copy' }));
  await shows('The codes were copied.');
  expect(await navigator.clipboard.readText()).toBe('AAAA-BBBB\nCCCC-DDDD');
  const press = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  await user.click(shown.getByRole('button', { name: 'Save as a file' }));
  expect((press.mock.contexts[0] as HTMLAnchorElement).download).toBe('recovery-codes.txt');
  press.mockRestore();
  await user.click(shown.getByRole('button', { name: 'I have saved them' }));
  service.reply(renewRecoveryCodes, { recoveryCodes: ['EEEE-FFFF'] });
  shown = await renew(user);
  expect(shown.getByText('EEEE-FFFF')).not.toBeNull();
  expect(shown.getByRole('button', { name: 'Copy' })).not.toBeNull();
  expect(document.body.textContent).not.toContain('The codes were copied.');
});

test('codes that could not be copied say so and name the other way', async () => {
  const { service, user } = await openAccount({ twoFactor: isOn });
  service.reply(renewRecoveryCodes, { recoveryCodes });
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new DOMException('denied', 'NotAllowedError'));
  const shown = await renew(user);
  await user.click(shown.getByRole('button', { name: 'Copy' }));
  await shows('The codes could not be copied. Please save them as a file.');
  await user.click(shown.getByRole('button', { name: 'Copy' }));
  await shows('The codes were copied.');
});

test.each([
  [0, 'You have no recovery codes left. Please create new codes.'],
  [1, '1 recovery code left'],
  [2, '2 recovery codes left'],
])('with %i recovery codes the section says "%s"', async (recoveryCodesLeft, words) => {
  await openAccount({ twoFactor: { ...isOn, recoveryCodesLeft } });
  expect(part().getByText(words)).not.toBeNull();
});

test('turning it off asks first and says what that means', async () => {
  const { service, user } = await openAccount({ twoFactor: isOn });
  await user.click(part().getByRole('button', { name: 'Turn off' }));
  const question = await dialog('Turn off the second step?');
  service.disconnect(endTwoFactor);
  await user.click(question.getByRole('button', { name: 'Turn off' }));
  await alerts('The service could not be reached.');
  service.reply(endTwoFactor, {});
  service.reply(getAccount, accountOfAda);
  await user.click(question.getByRole('button', { name: 'Turn off' }));
  await announces('You sign in with your password again.');
  await waitFor(() => expect(part().getByText('Off')).not.toBeNull());
});

test('an owner without a password reads about the provider instead', async () => {
  const { service, user } = await openAccount({ twoFactor: isOn, hasPassword: false });
  expect(part().getByText(/after you sign in at your provider/)).not.toBeNull();
  await user.click(part().getByRole('button', { name: 'Turn off' }));
  const question = await dialog('Turn off the second step?');
  expect(question.getByText('You will sign in only at your provider.')).not.toBeNull();
  service.reply(endTwoFactor, {});
  await user.click(question.getByRole('button', { name: 'Turn off' }));
  await announces('You sign in only at your provider again.');
  expect(part().queryByText(/your password/)).toBeNull();
});

test('if it was turned on or off elsewhere in the meantime, the page says so and then shows it', async () => {
  const { service, user } = await openAccount({ twoFactor: isOn });
  service.refuse(endTwoFactor, 'two-factor-off');
  service.reply(getAccount, accountOfAda);
  await user.click(part().getByRole('button', { name: 'Turn off' }));
  await user.click((await dialog('Turn off the second step?')).getByRole('button', { name: 'Turn off' }));
  await alerts('The second step is not on.');
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  await waitFor(() => expect(part().getByText('Off')).not.toBeNull());
  service.refuse(beginTwoFactor, 'two-factor-on');
  service.reply(getAccount, { ...accountOfAda, twoFactor: isOn });
  await user.click(part().getByRole('button', { name: 'Turn on' }));
  const question = await dialog(begin);
  await user.click(question.getByRole('button', { name: 'Continue' }));
  await alerts('The second step is already on.');
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  await shows('10 recovery codes left');
});

test('trusted browsers are counted, and one click makes all of them ask for a code again', async () => {
  const { service, user } = await openAccount({ twoFactor: { ...isOn, trustedBrowsers: 2 } });
  await shows('We do not ask for a code in 2 browsers, for up to 30 days.');
  service.fail(distrustBrowsers);
  await user.click(part().getByRole('button', { name: 'Ask everywhere again' }));
  await announces('Not changedPlease try again.');
  service.reply(distrustBrowsers, {});
  service.reply(getAccount, { ...accountOfAda, twoFactor: isOn });
  await user.click(part().getByRole('button', { name: 'Ask everywhere again' }));
  await announces('We ask for a code in every browser again.');
  await waitFor(() => expect(part().queryByText(/do not ask for a code/)).toBeNull());
});
