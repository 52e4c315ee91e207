// The service worker: registered once the page has loaded, from our own script, and never holding up the page.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { registerServiceWorker } from './register-service-worker.ts';

const register = vi.fn<(script: string) => Promise<unknown>>();

beforeEach(() => {
  vi.stubEnv('DEV', false);
  register.mockReset().mockResolvedValue({});
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { register } });
  vi.spyOn(console, 'info').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const whileLoading = () => vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading');

test('a loaded page registers its worker immediately', () => {
  registerServiceWorker();
  expect(register.mock.calls).toEqual([['/service-worker.js']]);
});

test('a page that is still loading registers it afterwards, and once', () => {
  whileLoading();
  registerServiceWorker();
  expect(register).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('load'));
  window.dispatchEvent(new Event('load'));
  expect(register).toHaveBeenCalledTimes(1);
});

test('a worker that cannot be registered is only logged', async () => {
  register.mockRejectedValue(new DOMException('denied', 'SecurityError'));
  registerServiceWorker();
  await vi.waitFor(() => expect(console.error).toHaveBeenCalledTimes(1));
});

test('no worker is registered during development, or in a browser without workers', () => {
  vi.stubEnv('DEV', true);
  registerServiceWorker();
  vi.stubEnv('DEV', false);
  Reflect.deleteProperty(navigator, 'serviceWorker');
  expect(() => registerServiceWorker()).not.toThrow();
  expect(register).not.toHaveBeenCalled();
});
