// The check-in and the yearly emails, as an owner and an executor meet them.
import type { Page } from '@playwright/test';
import { linkIn } from '../support/mailbox.ts';
import { type Owner, signInQuietly } from '../support/people.ts';
import { heading } from '../support/screens.ts';
import type { Service } from '../support/service.ts';
import { expect, test } from '../support/test.ts';
import { expectToast } from '../support/toasts.ts';
import { makePaidVault } from '../support/vaults.ts';

const day = 86_400;

async function openCheckIn(page: Page, owner: Owner): Promise<void> {
  await signInQuietly(page, owner);
  await page.goto('/account');
  await page.getByRole('link', { name: 'Open the check-in' }).click();
  await expect(page.getByText('The check-in is off. We ask nobody.')).toBeVisible();
}

/** Chooses to be asked after a month without a sign, and then the vault's executors. */
async function chooseMonth(page: Page): Promise<void> {
  await page.getByLabel('When should we ask whether you are well?').selectOption('After a month without me');
  await page.getByLabel(/^Ask the executors of/).check();
}

/** The time of the four emails passes, and the owner answers none of them. */
async function passWithoutAnswer(service: Service, owner: Owner, beforeNext = async () => {}): Promise<void> {
  await service.moveClock(32 * day);
  for (const emails of [1, 2, 3, 4]) {
    // The ten days begin when this email has left.
    await owner.mailbox.letter('check-in', emails);
    await beforeNext();
    await service.moveClock(10 * day + 60);
  }
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save the check-in' }).click();
  await expect(page.getByText('Your choice is saved.')).toBeVisible();
}

test('CHECK-2: an owner chooses the check-in, is asked after a month, and answers with one press', async ({
  page,
  visitor,
  owner,
  service,
}) => {
  await makePaidVault(owner);
  await openCheckIn(page, owner);
  await chooseMonth(page);
  await save(page);
  await expect(page.getByText(/^We ask on/)).toBeVisible();
  await service.moveClock(32 * day);
  const email = await owner.mailbox.letter('check-in');
  expect(email.subject).toBe('Are you well?');
  const elsewhere = await visitor();
  await elsewhere.goto(linkIn(email, 'i-am-well'));
  await elsewhere.getByRole('button', { name: 'I am well' }).click();
  await expect(heading(elsewhere, 'Good to hear')).toBeVisible();
  await elsewhere.reload();
  await elsewhere.getByRole('button', { name: 'I am well' }).click();
  await expect(heading(elsewhere, 'Already answered, thank you')).toBeVisible();
});

test('CHECK-1: after four emails without an answer the executor is asked, and is notified once the owner is back', async ({
  page,
  owner,
  service,
}) => {
  const vault = await makePaidVault(owner);
  await openCheckIn(page, owner);
  await chooseMonth(page);
  await save(page);
  await passWithoutAnswer(service, owner, async () =>
    expect(await vault.executor.letters('executor-check-in')).toEqual([]),
  );
  const asked = await vault.executor.letter('executor-check-in');
  expect(asked.text).toContain('We have opened nothing');
  await signInQuietly(page, owner);
  await page.goto('/check-in');
  await expect(page.getByText(/^We asked your executors on/)).toBeVisible();
  await service.moveClock(60);
  expect((await vault.executor.letter('executor-check-in-over')).text).toContain('it is not time');
});

test('YEAR-2: once a year an executor who lost the code asks for a new one, and the owner agrees with one press', async ({
  page,
  visitor,
  owner,
  service,
}) => {
  const vault = await makePaidVault(owner);
  await openCheckIn(page, owner);
  await page.getByLabel('Once a year, ask everybody').check();
  await save(page);
  await service.moveClock(366 * day);
  const executor = await visitor();
  await executor.goto(linkIn(await vault.executor.letter('executor-yearly'), 'still-have-it'));
  await executor.getByRole('button', { name: 'Send me a new one' }).click();
  await expect(heading(executor, 'We have asked')).toBeVisible();
  const elsewhere = await visitor();
  await elsewhere.goto(linkIn(await owner.mailbox.letter('executor-code-wanted'), 'send-wanted-code'));
  await elsewhere.getByRole('button', { name: 'Send a new code' }).click();
  await expect(heading(elsewhere, 'The new code is on its way')).toBeVisible();
  await expect.poll(async () => (await vault.executor.letters('executor-code')).length).toBe(2);
});

test('CHECK-3: an owner who turns the check-in off is notified, and the link in that email restores it', async ({
  page,
  owner,
}) => {
  await openCheckIn(page, owner);
  const often = page.getByLabel('When should we ask whether you are well?');
  await often.selectOption('After 3 months without me');
  await save(page);
  await often.selectOption('Never');
  await save(page);
  await page.goto(linkIn(await owner.mailbox.letter('owner-change'), 'undo-change'));
  await expect(heading(page, 'Was this not you?')).toBeVisible();
  await page.getByRole('button', { name: /Restore the check-in/ }).click();
  await expect(page.getByText('The check-in asks as it did before.')).toBeVisible();
});

test('SILENCE-1: an owner chooses that silence releases a vault, does not answer, and its recipient gets an email after the wait', async ({
  page,
  visitor,
  owner,
  service,
}) => {
  const vault = await makePaidVault(owner);
  await openCheckIn(page, owner);
  await chooseMonth(page);
  await page.getByRole('link', { name: 'Choose the wait' }).click();
  await page.getByLabel('A release by an executor waits').selectOption('14 days');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectToast(page, 'Saved');
  await page.getByRole('link', { name: 'Open the check-in' }).click();
  await page.getByLabel('When should we ask whether you are well?').selectOption('After a month without me');
  await page.getByLabel(/^Release .+ by itself after its wait/).check();
  await save(page);
  await passWithoutAnswer(service, owner);
  const started = await owner.mailbox.letter('release-wait');
  expect(started.text).toContain('You have not answered us');
  expect((await vault.executor.letter('executor-wait')).text).toContain('press “I object”');
  const anywhere = await visitor();
  await anywhere.goto(linkIn(started, '/stop-release'));
  await expect(anywhere.getByText(/^You did not answer us/)).toBeVisible();
  expect(await vault.recipient.letters('recipient-invitation')).toEqual([]);
  await service.moveClock(14 * day + 3600);
  expect((await vault.recipient.letter('recipient-invitation')).text).toContain('had arranged');
});
