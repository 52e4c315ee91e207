// The button that installs the app: shown only if the browser can, with what happens, and only logged if it fails.
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { afterAll, expect, test, vi } from 'vitest';
import { isDisabled, toastText } from '../../../../testing/on-screen.ts';
import { heading, openScreen } from '../../../../testing/open-screen.tsx';
import { listenForInstallOffer } from './install-offer.ts';

// The installation state belongs to the page, which lives as long as this file, so the tests simulate one browser in sequence.
afterAll(() => {
  for (const name of ['maxTouchPoints', 'standalone']) Reflect.deleteProperty(navigator, name);
  vi.resetModules();
});
const control = () =>
  screen.queryByRole('button', { name: /Download App|Install App|Installing\.\.\.|App Installed/ })?.textContent;
const press = (name: string) => act(async () => screen.getByRole('button', { name }).click());

async function openLanding() {
  openScreen('/');
  await heading(/Preserve Your Legacy/);
  await act(async () => {
    window.dispatchEvent(new Event('scroll')); // the first sign of a reader
    await import('./install-app.tsx');
  });
}

/** The event that Chromium fires when the app can be installed. */
function offer(prompt: () => Promise<void> = async () => {}) {
  const { promise, resolve } = Promise.withResolvers<{ outcome: string }>();
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt, userChoice: promise });
  act(() => void window.dispatchEvent(event));
  return { event, choose: (outcome: 'accepted' | 'dismissed') => act(async () => resolve({ outcome })) };
}

test('the button is hidden until the browser can install, and says what it does', async () => {
  listenForInstallOffer();
  await openLanding();
  expect(control()).toBeUndefined();
  const { event, choose } = offer();
  expect(event.defaultPrevented).toBe(true); // otherwise the browser's own bar would be shown too
  expect(control()).toBe('Download App');
  await press('Download App');
  expect(control()).toBe('Installing...');
  await choose('dismissed');
  expect(control()).toBeUndefined();
});

test('an offer that arrives during the browser’s prompt appears afterwards', async () => {
  await openLanding();
  const first = offer();
  await press('Download App');
  offer();
  expect(control()).toBe('Installing...');
  await first.choose('dismissed');
  expect(control()).toBe('Download App');
});

test('a failed installation is only logged', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  await openLanding();
  offer(() => Promise.reject(new Error('the browser did not ask')));
  await press('Download App');
  expect(control()).toBeUndefined();
  expect(toastText()).toBe('');
  expect(logged).toHaveBeenCalledWith('The app could not be installed.', new Error('the browser did not ask'));
  logged.mockRestore();
});

test('an accepted offer ends as installed, and the button is disabled', async () => {
  await openLanding();
  const { choose } = offer();
  await press('Download App');
  await choose('accepted');
  expect(control()).toBe('App Installed');
  expect(isDisabled('App Installed')).toBe(true);
});

test('on iOS a dialog shows the three steps, and that only Safari supports them', async () => {
  for (const [userAgent, maxTouchPoints] of [
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1', 5],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/19.0 Safari/605.1.15', 5],
  ] as const) {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
    Object.defineProperty(navigator, 'maxTouchPoints', { value: maxTouchPoints, configurable: true });
    listenForInstallOffer();
    await openLanding();
    await press('Install App');
    const dialog = await screen.findByRole('dialog', { name: 'Install App' });
    expect(dialog.textContent).toContain('This works only in Safari.');
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Tap Share in Safari’s toolbar.', 'Choose ‘Add to Home Screen’.', 'Tap ‘Add’.']);
    await press('Close');
    expect(screen.queryByRole('dialog')).toBeNull();
    cleanup();
  }
  vi.restoreAllMocks();
});

test('on iOS a toast shows the steps if their dialog cannot be loaded', async () => {
  vi.doMock('./install-steps.tsx', () => Promise.reject(new Error('the module could not be loaded')));
  vi.resetModules();
  const { default: InstallApp } = await import('./install-app.tsx');
  const { listenForInstallOffer: listen } = await import('./install-offer.ts');
  const { shownToast } = await import('../../../ui/toast.tsx');
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('iPhone');
  listen();
  render(<InstallApp />);
  await press('Install App');
  await waitFor(() => expect(shownToast()?.description).toContain('choose ‘Add to Home Screen’'));
  vi.doUnmock('./install-steps.tsx');
  vi.restoreAllMocks();
});

test('the app opened from its icon says that it is installed', async () => {
  Object.assign(navigator, { standalone: true });
  listenForInstallOffer();
  await openLanding();
  expect(control()).toBe('App Installed');
  expect(isDisabled('App Installed')).toBe(true);
});
