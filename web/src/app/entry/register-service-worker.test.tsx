// The service worker: registered once the page has loaded, from our own script, and never in the way of the page.
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

test('SCR-156: a page that has loaded registers its worker at once', () => {
  registerServiceWorker();
  expect(register.mock.calls).toEqual([['/service-worker.js']]);
});

test('SCR-156: a page that is loading registers it afterwards, and once', () => {
  whileLoading();
  registerServiceWorker();
  expect(register).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('load'));
  window.dispatchEvent(new Event('load'));
  expect(register).toHaveBeenCalledTimes(1);
});

test('SCR-156: a worker that cannot be registered is only logged', async () => {
  register.mockRejectedValue(new DOMException('denied', 'SecurityError'));
  registerServiceWorker();
  await vi.waitFor(() => expect(console.error).toHaveBeenCalledTimes(1));
});

test('SCR-156: during development, and in a browser without workers, none is registered', () => {
  vi.stubEnv('DEV', true);
  registerServiceWorker();
  vi.stubEnv('DEV', false);
  Reflect.deleteProperty(navigator, 'serviceWorker');
  expect(() => registerServiceWorker()).not.toThrow();
  expect(register).not.toHaveBeenCalled();
});
