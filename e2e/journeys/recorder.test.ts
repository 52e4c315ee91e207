// The recorder with a fake microphone and camera: recordings have a duration and are seekable, here and for the recipient.
import type { Locator, Page } from '@playwright/test';
import { codeIn, linkIn, mailboxOf } from '../support/mailbox.ts';
import { signInQuietly } from '../support/people.ts';
import { expectRecorded } from '../support/recording.ts';
import {
  answer,
  cards,
  confirmRelease,
  enterCode,
  fillCard,
  keepVault,
  openLetter,
  proveAddress,
  rightAnswers,
  writeVault,
} from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { expectToast } from '../support/toasts.ts';
import { vaultText } from '../support/vaults.ts';

test.use({ permissions: ['camera', 'microphone'] });

const record = (page: Page, kind: 'audio' | 'video') => page.getByRole('button', { name: `Record ${kind}` });
const durationOf = (player: Locator) => player.evaluate((media: HTMLMediaElement) => media.duration);

/** Seeks to the middle, and returns the position then and the seekable range. */
const jump = (player: Locator, seconds: number) =>
  player.evaluate(async (media: HTMLMediaElement, to) => {
    media.currentTime = to;
    await new Promise((done) => media.addEventListener('seeked', done, { once: true }));
    return { at: media.currentTime, end: media.seekable.end(0) };
  }, seconds);

/** How many chunks of recordings the browser still stores. */
const countPieces = () =>
  new Promise<number>((resolve, reject) => {
    const opening = indexedDB.open('vault-drafts');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const counting = opening.result.transaction('pieces').objectStore('pieces').count();
      counting.onsuccess = () => {
        opening.result.close();
        resolve(counting.result);
      };
    };
  });

async function expectToPlay(player: Locator): Promise<void> {
  await expect.poll(() => durationOf(player)).toBeGreaterThan(1);
  // The duration is infinite if it is missing, and no recording here lasts longer than its test.
  expect(await durationOf(player)).toBeLessThan(180);
  const { at, end } = await jump(player, 1);
  expect(at).toBeCloseTo(1, 0);
  expect(end).toBeGreaterThan(1);
}

for (const kind of ['audio', 'video'] as const)
  test(`${kind} is recorded with a timer, can be heard before it is added, and has a duration`, async ({
    page,
    owner,
  }) => {
    await signInQuietly(page, owner);
    await page.clock.install();
    await page.goto('/create-vault');
    await expect(record(page, kind)).toBeVisible();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await record(page, kind).click();
    await expect(page.getByText(`Recording ${kind}`)).toBeVisible();
    await expect(page.getByRole('timer')).toHaveText('0:00');
    await page.clock.resume();
    await expectRecorded(page, 2);
    await page.getByRole('button', { name: 'Stop recording' }).click();
    const player = page.locator(`main ${kind}`);
    await expect(player).toHaveAccessibleName(/^Your (audio|video) recording, \d:\d\d$/);
    await expectToPlay(player);

    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(record(page, kind)).toBeFocused();
    await record(page, kind).click();
    await expectRecorded(page, 2);
    await page.getByRole('button', { name: 'Stop recording' }).click();
    await page.getByRole('button', { name: 'Add to Vault' }).click();
    await expectToast(page, 'Recording Added');
    const kept = page.getByRole('list', { name: 'Files in this vault' });
    await expect(kept).toContainText(/^A recording, \d+ seconds?/);
    await expect(kept).toContainText(kind === 'audio' ? 'Music' : 'Video');
  });

test('an unfinished recording is kept when its page closes, and a discarded one is not', async ({ page, owner }) => {
  await signInQuietly(page, owner);
  await page.goto('/create-vault');
  await record(page, 'audio').click();
  await expectRecorded(page, 3);
  await page.close();

  const next = await page.context().newPage();
  await next.goto('/create-vault');
  await expect(next.getByText('Your recording is still here')).toBeVisible();
  const kept = next.getByRole('list', { name: 'Files in this vault' });
  await expect(kept).toContainText(/^A recording/);
  await expect(next.getByText('This browser stores a copy until you keep the vault')).toBeVisible();

  await record(next, 'audio').click();
  await expectRecorded(next, 2);
  await next.getByRole('button', { name: 'Stop recording' }).click();
  await next.getByRole('button', { name: 'Discard' }).click();
  await expect(record(next, 'audio')).toBeFocused();
  await expect.poll(() => next.evaluate(countPieces)).toBe(0);
  next.on('dialog', (dialog) => dialog.accept());
  await next.reload();
  await expect(kept.getByRole('listitem')).toHaveCount(1);
  await expect(next.getByText('Your recording is still here')).toBeHidden();
});

test('a recording plays for its recipient, who sees its duration', async ({ page, visitor, owner, service }) => {
  const text = vaultText();
  await signInQuietly(page, owner);
  await page.goto('/create-vault?plan=basic_one_time');
  await writeVault(page, text);
  await record(page, 'audio').click();
  await expectRecorded(page, 2);
  await page.getByRole('button', { name: 'Stop recording' }).click();
  await page.getByRole('button', { name: 'Add to Vault' }).click();
  await keepVault(page);
  await fillCard(page, cards.good);
  await page.getByRole('button', { name: 'Pay $29.99' }).click();
  await expectToast(page, 'Payment Successful');

  const executor = await visitor();
  await executor.goto('/executor-access');
  await enterCode(executor, codeIn(await mailboxOf(service, text.executorEmail).letter('executor-code')));
  await confirmRelease(executor);
  const recipient = await visitor();
  const letter = await mailboxOf(service, text.recipientEmail).letter('recipient-invitation');
  await recipient.goto(linkIn(letter, '/vault-access/'));
  await proveAddress(recipient, text.recipientEmail);
  await answer(recipient, rightAnswers(text));
  await openLetter(recipient);
  await expectToPlay(recipient.locator('audio'));
});

test('if the module that writes the duration cannot be loaded, the recording stays unchanged', async ({
  page,
  owner,
}) => {
  await signInQuietly(page, owner);
  await page.goto('/create-vault');
  await page.route('**/assets/rewrite-media-*.js', (route) => route.abort());
  await record(page, 'audio').click();
  await expectRecorded(page, 1);
  await page.getByRole('button', { name: 'Stop recording' }).click();
  await page.getByRole('button', { name: 'Add to Vault' }).click();
  await expect(page.getByRole('list', { name: 'Files in this vault' })).toContainText('A recording');
});
