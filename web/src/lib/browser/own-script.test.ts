// Only our own scripts can be loaded by address, even if the browser has no Trusted Types.
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

type Rules = { createScriptURL: (path: string) => string };

async function load(hasTrustedTypes: boolean) {
  vi.resetModules();
  const created: string[] = [];
  const createPolicy = (name: string, rules: Rules) => {
    created.push(name);
    return { createScriptURL: (path: string) => `trusted:${rules.createScriptURL(path)}` };
  };
  vi.stubGlobal('trustedTypes', hasTrustedTypes ? { createPolicy } : undefined);
  const { ownScript } = await import('./own-script.ts');
  return { ownScript, created };
}

test.each(['/service-worker.js', '/sandbox/stripe.js', '/sandbox/v1/card-form.js'])(
  '%s is one of our scripts',
  async (path) => {
    const { ownScript } = await load(false);
    expect(ownScript(path)).toBe(path);
    const trusting = await load(true);
    expect(trusting.ownScript(path)).toBe(`trusted:${path}`);
    expect(trusting.created).toEqual(['own-scripts']);
  },
);

test.each([
  'https://evil.example/service-worker.js',
  '//evil.example/service-worker.js',
  '/service-worker.js?x',
  '/service-worker.js\n',
  '/sandbox/',
  '/sandbox/x.html',
  '/sandbox/\\evil.example/x.js',
  '/vault/1',
  'data:text/javascript,alert(1)',
  '',
])('%j is not one of our scripts', async (path) => {
  for (const hasTrustedTypes of [true, false]) {
    const { ownScript } = await load(hasTrustedTypes);
    expect(() => ownScript(path)).toThrow('is not one of our scripts');
  }
});

test('a path that leaves the sandbox folder stays on this site', async () => {
  const { ownScript } = await load(false);
  const { origin } = new URL(ownScript('/sandbox/../x.js'), 'https://remembrance.example');
  expect(origin).toBe('https://remembrance.example');
});
