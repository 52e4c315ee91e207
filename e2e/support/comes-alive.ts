// Waits for what loads its script at the first sign of a reader.
import { expect, type Locator } from '@playwright/test';

/** Moves the pointer, and waits until the prerendered control reacts. */
export async function comesAlive(control: Locator): Promise<void> {
  await control.page().mouse.move(1, 1);
  const hasListeners = () =>
    control.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactProps')));
  await expect.poll(hasListeners).toBe(true);
}
