// An entry in the catalogue: a screen in one of its states, and how to open it. It opens in its own page, signed out.
import { expect, type Page } from '@playwright/test';
import { problemMediaType } from '@remembrance/contract/problem.ts';
import { type RefusalCode, refusals } from '@remembrance/contract/refusals.ts';
import { signInQuietly } from '../support/people.ts';
import type { MadeVault } from '../support/vaults.ts';
import type { World } from './world.ts';

export interface Screen {
  name: string;
  open: (page: Page, world: World) => Promise<void>;
  /** Shows only the first viewport, not the entire page. */
  isOneView?: boolean;
  isMoving?: boolean;
  /** The state includes a request that never gets a response. */
  isWaiting?: boolean;
}

export const visit = (name: string, path: string): Screen & { open(page: Page): Promise<void> } => ({
  name,
  async open(page) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('.awaits-script')).toHaveCount(0);
  },
});

export const asOwner =
  (open: Screen['open']): Screen['open'] =>
  async (page, world) => {
    await signInQuietly(page, world.owner);
    await open(page, world);
  };

export const asNewcomer =
  (open: Screen['open']): Screen['open'] =>
  async (page, world) => {
    await signInQuietly(page, world.newcomer);
    await open(page, world);
  };

/** Each picture has its own vault. */
export const withVault =
  (make: (world: World) => Promise<MadeVault>, open: (page: Page, vault: MadeVault) => Promise<void>): Screen['open'] =>
  async (page, world) => {
    const vault = await make(world);
    await signInQuietly(page, vault.owner);
    await open(page, vault);
  };

export const at =
  (path: (world: World) => string, words: string): Screen['open'] =>
  async (page, world) => {
    await page.goto(path(world));
    await expect(page.getByText(words).first()).toBeVisible();
  };

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** From now on the service refuses these calls with that code and the code's own text. */
export async function refuse(page: Page, calls: string, code: RefusalCode): Promise<void> {
  const { status, title, detail } = refusals[code];
  const body = JSON.stringify({ status, title, detail, code });
  await page.route(calls, (route) => route.fulfill({ status, contentType: problemMediaType, body }));
}
