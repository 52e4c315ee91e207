// Waits for what loads its script at the first sign of a reader.
import { expect, type Locator } from '@playwright/test';

/** Moves the pointer until the prerendered control reacts: a move before the app has started is no sign. */
export async function comesAlive(control: Locator): Promise<void> {
  let x = 0;
  const reacts = async () => {
    x += 1;
    await control.page().mouse.move(x, 1);
    return control.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactProps')));
  };
  await expect.poll(reacts).toBe(true);
}
