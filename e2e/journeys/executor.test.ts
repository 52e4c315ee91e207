// The executor: a code that shows a summary, letters to the owner, and one release.
import { expectAccessible } from '../support/accessible.ts';
import { codeIn, linkIn, mailboxOf } from '../support/mailbox.ts';
import { signInQuietly, unusedAddress } from '../support/people.ts';
import { confirmRelease, enterCode, heading } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { expectToast } from '../support/toasts.ts';
import { type ActiveVault, makeActiveVault, makePaidVault } from '../support/vaults.ts';

const letterOfCode = ({ executor }: ActiveVault) => executor.letter('executor-code');

test('EXE-1: a code is accepted with any case, spaces and dashes, and shows only the summary', async ({
  page,
  owner,
}) => {
  const vault = await makeActiveVault(owner);
  await page.goto(linkIn(await letterOfCode(vault), '/executor-access'));
  await enterCode(page, ` ${vault.code.toLowerCase().replaceAll('-', ' ')} `);
  await expectToast(page, 'You can now manage this vault');
  await expect(page.getByRole('heading', { level: 2, name: vault.text.title })).toBeVisible();
  const summary = page.locator('dl');
  await expect(summary).toContainText(vault.text.recipientName);
  await expect(summary).toContainText(vault.text.recipientEmail);
  await expect(page.getByText('The heron came back')).toHaveCount(0);
  await expect(page.getByText(vault.text.securityQuestion1)).toHaveCount(0);
  await page.getByRole('button', { name: 'Access Another Vault' }).click();
  await expect(page.getByLabel('Access code')).toHaveValue('');
});

test('the second of two releases is refused with the date of the first, and one letter is sent', async ({
  page,
  visitor,
  owner,
}) => {
  const vault = await makeActiveVault(owner);
  const other = await visitor();
  for (const each of [page, other]) {
    await each.goto('/executor-access');
    await enterCode(each, vault.code);
    await each.getByRole('button', { name: 'Release Vault' }).click();
  }
  await page.getByRole('dialog').getByRole('button', { name: 'Release Vault' }).click();
  await expectToast(page, 'Vault Released');

  await other.getByRole('dialog').getByRole('button', { name: 'Release Vault' }).click();
  await expectToast(other, 'Release Failed');
  await expect(other.getByRole('dialog')).toBeHidden();
  await expect(other.getByText('Vault Already Released')).toBeVisible();
  await expect(other.getByText(/Released on: .*\d{4}/)).toBeVisible();
  await vault.recipient.letter('recipient-invitation');
  expect(await vault.recipient.letters()).toHaveLength(1);
});

test('CARD-4: the letter’s card is drawn without sending the code, fits one page, and its address fills the field', async ({
  page,
  owner,
}) => {
  const vault = await makeActiveVault(owner);
  const sent: string[] = [];
  page.on('request', (request) =>
    sent.push(request.url() + (request.postData() ?? '') + JSON.stringify(request.headers())),
  );
  await page.goto(linkIn(await letterOfCode(vault), '/executor-card'));
  await expect(page.getByRole('article', { name: 'For your papers' })).toContainText(vault.code);
  await expect(page).toHaveURL(/\/executor-card$/);
  for (const format of ['A4', 'Letter'])
    expect((await page.pdf({ format })).toString('latin1').match(/\/Type \/Page\b/g), format).toHaveLength(1);
  await page.reload();
  await expect(heading(page, 'There is no card here')).toBeVisible();
  await page.goto(`/executor-access#code=${vault.code}`);
  await expect(page.getByLabel('Access code')).toHaveValue(vault.code);
  await expect(page).toHaveURL(/\/executor-access$/);
  expect(sent.join()).not.toContain(vault.code.slice(6));
});

test('the list of first steps is printed with its boxes on one page of its own, after both pages of a released vault', async ({
  page,
  owner,
}) => {
  const vault = await makeActiveVault(owner);
  const expectPages = async (count: number) => {
    for (const format of ['A4', 'Letter'])
      expect((await page.pdf({ format })).toString('latin1').match(/\/Type \/Page\b/g), format).toHaveLength(count);
  };
  const expectListOnPaper = async () => {
    const fold = page.getByText('First steps, if a list helps you');
    await expect(fold).toBeVisible();
    await expectPages(1);
    await fold.click();
    await expectPages(2);
    await page.emulateMedia({ media: 'print' });
    for (const box of await page.getByRole('checkbox').all()) await expect(box).toBeVisible();
    await expect(page.getByText('Your ticks stay in this browser.')).toBeHidden();
    await page.emulateMedia({ media: null });
  };
  await page.goto('/executor-access');
  await enterCode(page, vault.code);
  await confirmRelease(page);
  await expect(heading(page, /^We have emailed /)).toBeVisible();
  await expectListOnPaper();
  await page.getByLabel('Look after the home').check();
  await page.getByRole('button', { name: 'Access Another Vault' }).click();
  await enterCode(page, vault.code);
  await expectListOnPaper();
  await expect(page.getByLabel('Look after the home')).toBeChecked();
});

test('an executor added later to a vault with a date gets the note, confirms the letter, and can release it', async ({
  page,
  visitor,
  owner,
}) => {
  const text = { executorName: '', executorEmail: '', scheduledReleaseDate: '2040-05-01T10:00:00.000Z' };
  const vault = await makePaidVault(owner, { text });
  await signInQuietly(page, owner);
  await page.goto(`/vault/${vault.id}`);
  await page.getByRole('button', { name: 'Add an executor' }).click();
  const edda = mailboxOf(owner.api, unusedAddress('edda'));
  await page.getByLabel('Executor name').fill('Edda Moreau');
  await page.getByLabel('Executor email').fill(edda.address);
  await page.getByLabel('A note for them').fill('My sister has the keys.');
  await expectAccessible(page, 'adding an executor');
  await page.getByRole('button', { name: 'Add the executor' }).click();
  await expect(page.getByText(edda.address)).toBeVisible();
  const letter = await edda.letter('executor-code');
  expect(letter.text).toContain('My sister has the keys.');

  const executor = await visitor();
  await executor.goto(linkIn(letter, 'executor-confirm'));
  await executor.getByRole('button', { name: 'I have it' }).click();
  await expect(heading(executor, 'Thank you')).toBeVisible();
  await page.reload();
  await expect(page.getByText(/Confirmed \w+ \d+, \d+/)).toBeVisible();

  await executor.goto(linkIn(letter, '/executor-access'));
  await enterCode(executor, codeIn(letter));
  await expect(executor.getByText('My sister has the keys.')).toBeVisible();
  await confirmRelease(executor);
  await vault.recipient.letter('recipient-invitation');
});
