// The recipient's steps: no hints for strangers, no question twice, and links that expire.
import type { Locator } from '@playwright/test';
import { downloadLinkMinutes, recipientSessionMinutes } from '@remembrance/contract/limits.ts';
import { makeText } from '../support/media.ts';
import { answer, download, heading, openLetter, proveAddress, rightAnswers } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { expectToast } from '../support/toasts.ts';
import { makeReleasedVault } from '../support/vaults.ts';

test('ACC-3: wrong or missing answers open nothing, and the page does not say which was wrong', async ({
  page,
  owner,
}) => {
  const { link, text } = await makeReleasedVault(owner);
  await page.goto(link);
  await proveAddress(page, text.recipientEmail);
  await answer(page, {});
  await expectToast(page, 'Answers Required', 'Please answer at least one security question');

  const half = { [text.securityQuestion1]: text.securityAnswer1 };
  await answer(page, half);
  await expect(page.getByRole('main')).toContainText('Please answer every question.');
  await expect(page.getByLabel(text.securityQuestion2)).toBeFocused();
  await answer(page, { ...half, [text.securityQuestion2]: 'no' });
  await expect(page.getByRole('main')).toContainText('Incorrect answers');
  await expectToast(page, 'Verification Failed');
  await expect(page.getByText('The heron came back')).toHaveCount(0);

  await answer(page, rightAnswers(text));
  await expect(heading(page, 'You Have a Remembrance')).toBeVisible();
});

test('ACC-2: a reload asks for nothing again, and another browser asks for everything', async ({
  page,
  visitor,
  owner,
  files,
}) => {
  const { link, text } = await makeReleasedVault(owner, { files });
  await page.goto(link);
  await proveAddress(page, text.recipientEmail);
  await expectToast(page, 'Email Verified');
  await page.reload();
  await expect(page.getByLabel(text.securityQuestion1)).toBeVisible();
  await answer(page, rightAnswers(text));
  await openLetter(page);
  await expect(page.getByRole('article')).toContainText(text.message);
  await page.reload();
  await expect(page.getByRole('article')).toContainText(text.message);
  expect(await download(page, files[3]?.name ?? '')).toEqual(files[3]?.buffer);

  const other = await visitor();
  await other.goto(link);
  await expect(heading(other, 'Something was left for you')).toBeVisible();
});

test('pictures, songs and videos can be seen and heard on the page', async ({ page, owner, files }) => {
  const { link, text } = await makeReleasedVault(owner, { files });
  await page.goto(link);
  await proveAddress(page, text.recipientEmail);
  await answer(page, rightAnswers(text));
  await openLetter(page);
  await expect(page.getByRole('img', { name: 'Lake in June.jpg' })).toHaveJSProperty('naturalWidth', 1600);
  const song = page.locator('audio');
  await expect(song).toHaveAccessibleName('Lullaby.wav');
  await song.scrollIntoViewIfNeeded();
  await expect(song).toHaveJSProperty('duration', 2);
});

test('links to files expire, an open page renews them, and after half an hour it asks for the proofs again', async ({
  page,
  owner,
  service,
}) => {
  const letter = makeText();
  const { link, text } = await makeReleasedVault(owner, { files: [letter] });
  await page.clock.install({ time: service.now() });
  const move = async (minutes: number) => {
    await service.moveClock(minutes * 60);
    await page.clock.fastForward(minutes * 60_000);
  };
  await page.goto(link);
  await proveAddress(page, text.recipientEmail);
  await answer(page, rightAnswers(text));
  await openLetter(page);
  const button = page.getByRole('link', { name: `Download ${letter.name}` });
  const firstAddress = (await button.getAttribute('href')) ?? '';
  expect((await page.request.get(firstAddress)).headers()).toMatchObject({
    'content-disposition': expect.stringContaining('attachment'),
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
  });

  await move(downloadLinkMinutes + 1);
  expect((await page.request.get(firstAddress)).status()).toBe(403);
  await expect(button).not.toHaveAttribute('href', firstAddress);
  expect(await download(page, letter.name)).toEqual(letter.buffer);

  await move(recipientSessionMinutes);
  await expect(page.getByText('To download more, please answer the questions again')).toBeVisible();
  await expect(page.getByRole('article')).toContainText(text.message);
  await page.getByRole('button', { name: 'Answer again' }).click();
  await proveAddress(page, text.recipientEmail);
  await answer(page, rightAnswers(text));
  expect(await download(page, letter.name)).toEqual(letter.buffer);
});

test('the opened seal is complete without its leaves, and the first words are in a phone’s upper half', async ({
  page,
  owner,
}) => {
  const { link, text } = await makeReleasedVault(owner);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(link);
  await proveAddress(page, text.recipientEmail);
  await answer(page, rightAnswers(text));
  await expect(page.getByRole('main').getByText('Access Granted')).toBeInViewport();
  await openLetter(page);
  const leaves = page.locator('.seal-leaf');
  await expect(leaves).toHaveCount(2);
  for (const isReloaded of [false, true]) {
    if (isReloaded) await page.reload();
    await expect(page.getByRole('article')).toBeVisible();
    await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
    for (const leaf of await leaves.all()) await expect(leaf).toHaveCSS('opacity', '0');
    const seal = page.getByRole('img', { name: 'The seal of this vault' });
    await expect(seal.locator('.seal-face-opened')).toBeVisible();
    const topOf = async (place: Locator) => (await place.boundingBox())?.y ?? Number.NaN;
    expect((await seal.boundingBox())?.height).toBeCloseTo(64, 0);
    expect(await topOf(page.getByRole('article'))).toBeLessThanOrEqual(180);
    expect(await topOf(page.getByText(text.message))).toBeLessThan(400);
  }
});
