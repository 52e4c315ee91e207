// A vault with a date is released by the service: never early, and exactly once.
import { linkIn, mailboxOf } from '../support/mailbox.ts';
import { signInQuietly } from '../support/people.ts';
import {
  answer,
  cards,
  fillCard,
  heading,
  keepVault,
  proveAddress,
  rightAnswers,
  writeVault,
} from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { vaultText } from '../support/vaults.ts';

const zone = 'Asia/Kathmandu'; // its offset includes three quarters of an hour
const minute = 60;
const day = 86_400;

test.use({ timezoneId: zone });

/** A datetime-local field's value for an instant in the owner's zone. */
const localInput = (instant: Date): string =>
  instant.toLocaleString('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).replace(' ', 'T');

const wholeMinute = (from: Date, secondsLater: number): Date =>
  new Date(Math.ceil((from.getTime() + secondsLater * 1000) / 60_000) * 60_000);

test('SCH-1: the date typed in local time releases the vault at that time, without an executor', async ({
  page,
  visitor,
  owner,
  service,
}) => {
  const releaseAt = wholeMinute(service.now(), 3 * day);
  const text = vaultText({ executorName: '', executorEmail: '' });
  await signInQuietly(page, owner);
  await page.goto('/create-vault?plan=basic_one_time');
  await expect(page.getByText('Name an executor, choose a date, or both.')).toHaveCount(1);
  await writeVault(page, { ...text, scheduledReleaseDate: localInput(releaseAt) });
  const creating = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/vaults'),
  );
  await keepVault(page);
  expect(new Date((await creating).postDataJSON().scheduledReleaseDate)).toEqual(releaseAt);
  await expect(heading(page, 'Complete Your Purchase')).toBeVisible();
  await fillCard(page, cards.good);
  await page.getByRole('button', { name: 'Pay $29.99' }).click();
  await expect(page.getByText('Scheduled release:')).toContainText('GMT+5:45');

  const recipient = mailboxOf(service, text.recipientEmail);
  const secondsLeft = () => (releaseAt.getTime() - service.now().getTime()) / 1000;
  await service.moveClock(secondsLeft() - minute);
  expect(await recipient.letters()).toEqual([]);
  await service.moveClock(secondsLeft() + 1);
  const letter = await recipient.letter('recipient-invitation');
  expect(letter.subject).toBe('You Have a Remembrance');
  await page.reload();
  await expect(page.getByText('Released', { exact: true })).toBeVisible();
  await expect(page.getByText('Released on:')).toBeVisible();
  await owner.mailbox.letter('vault-released');

  const recipientPage = await visitor();
  await recipientPage.goto(linkIn(letter, '/vault-access/'));
  await proveAddress(recipientPage, text.recipientEmail);
  await answer(recipientPage, rightAnswers(text));
  await expect(heading(recipientPage, 'You Have a Remembrance')).toBeVisible();
});
