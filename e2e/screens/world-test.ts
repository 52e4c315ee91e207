// The test fixture for journeys about the catalogue of screens: each worker has one world of people and vaults.
import { test as base, expect } from '../support/test.ts';
import { makeWorld, type World } from './world.ts';

export const test = base.extend<object, { world: World }>({
  world: [
    async ({ service, browser }, use) => use(await makeWorld(service, browser)),
    { scope: 'worker', timeout: 180_000 },
  ],
});

export { expect };
