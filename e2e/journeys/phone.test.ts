// The executor and the recipient on a small phone: everything fits, can be tapped, and arrives complete.
import type { Page } from '@playwright/test';
import { linkIn } from '../support/mailbox.ts';
import { answer, download, enterCode, heading, openLetter, proveAddress, rightAnswers } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { makeActiveVault } from '../support/vaults.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });

/** Nothing extends past the side of the screen, and no control is smaller than a fingertip. */
async function expectToFit(page: Page): Promise<void> {
  const look = () =>
    page.evaluate(() => {
      const pressable = [...document.querySelectorAll<HTMLElement>('main a, main button, main input, main textarea')];
      const boxes = pressable.map((element) => ({ element, box: element.getBoundingClientRect() }));
      return {
        overhang: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        small: boxes.filter(({ box }) => box.height > 0 && box.height < 24).map(({ element }) => element.outerHTML),
      };
    });
  await expect.poll(look).toEqual({ overhang: 0, small: [] });
}

test('a vault is released, opened, read and downloaded on a phone', async ({ page, visitor, owner, files }) => {
  const title = 'For Rosa, with everything I never managed to say at the kitchen table in Østerbro';
  const vault = await makeActiveVault(owner, { files, text: { title } });
  const executor = await visitor();
  await executor.goto(linkIn(await vault.executor.letter('executor-code'), '/executor-access'));
  await expectToFit(executor);
  await enterCode(executor, vault.code);
  await expect(executor.getByRole('heading', { level: 2, name: title })).toBeVisible();
  await expectToFit(executor);
  await executor.getByRole('button', { name: 'Release Vault' }).tap();
  await executor.getByRole('dialog').getByRole('button', { name: 'Release Vault' }).tap();
  await expect(executor.getByRole('heading', { level: 1, name: 'We have emailed' })).toBeVisible();
  await expectToFit(executor);
  const startOf = async (words: string) => (await executor.getByText(words).boundingBox())?.x;
  expect(await startOf('Access Another Vault')).toBeCloseTo((await startOf('You may close this page.')) ?? 0, -1);

  await page.goto(linkIn(await vault.recipient.letter('recipient-invitation'), '/vault-access/'));
  await expect(heading(page, 'Something was left for you')).toBeVisible();
  await expectToFit(page);
  await proveAddress(page, vault.text.recipientEmail);
  await expect(page.getByLabel(vault.text.securityQuestion1)).toBeVisible();
  await expectToFit(page);
  await answer(page, rightAnswers(vault.text));
  await openLetter(page);
  await expect(page.getByRole('article')).toContainText(vault.text.message);
  for (const { name, buffer } of files) expect(await download(page, name)).toEqual(buffer);
  await expectToFit(page);
});
