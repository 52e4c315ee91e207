// Replaces navigations that leave the app, which the simulated browser cannot do, and records where a page went.
import { vi } from 'vitest';

/** The addresses visited so far, which a replaced page is marked with, and 'reload' for each reload. Ends with the test. */
export function watchLeaving(): string[] {
  const left: string[] = [];
  const { location } = window;
  const own: Partial<Record<PropertyKey, unknown>> = {
    assign: (address: string) => void left.push(String(address)),
    replace: (address: string) => void left.push(`replaced by ${address}`),
    reload: () => void left.push('reload'),
  };
  const get = (_: object, name: PropertyKey) => own[name] ?? Reflect.get(location, name, location);
  const set = (_: object, name: PropertyKey, value: unknown) => Reflect.set(location, name, value, location);
  vi.stubGlobal('location', new Proxy({}, { get, set }));
  return left;
}
