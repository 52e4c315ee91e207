// Writing a vault for someone else from one that exists: the copy is a draft that survives a reload, its files are copied by the service,
// and the executors get codes of their own.
import { addExecutor, listExecutors } from '@remembrance/contract/executors.ts';
import { listFiles } from '@remembrance/contract/files.ts';
import { listVaults } from '@remembrance/contract/vaults.ts';
import { codeIn, mailboxOf } from '../support/mailbox.ts';
import { makeSong, makeText, sha256 } from '../support/media.ts';
import { signInQuietly, unusedAddress } from '../support/people.ts';
import { heading, keepVault } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { makeActiveVault, release } from '../support/vaults.ts';

test('COPY-3: an owner writes a second vault from a released one, with one of its files and all its executors', async ({
  page,
  owner,
}) => {
  const [song, text] = [makeSong(), makeText('for Rosa only.txt')];
  const first = await makeActiveVault(owner, { text: { planType: 'premium_one_time' }, files: [song, text] });
  const second = { name: 'Emil', email: unusedAddress('emil'), note: 'The key is in the blue tin.' };
  await owner.api.ask(addExecutor, { params: { id: first.id }, body: second });
  await release(first);
  await signInQuietly(page, owner);
  await page.goto(`/vault/${first.id}`);
  await page.getByRole('button', { name: 'Write one for someone else' }).click();
  await page.getByRole('checkbox', { name: text.name }).uncheck();
  await page.getByRole('button', { name: 'Start writing' }).click();

  await expect(page.getByText('Your copy is ready')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Vault title')).toHaveValue(first.text.title);
  await expect(page.getByLabel('Recipient name')).toHaveValue('');
  await expect(page.getByLabel('Executor email')).toHaveValue(first.text.executorEmail);
  await expect(page.getByText(`Emil, ${second.email}`)).toBeVisible();
  const chosen = page.getByRole('list', { name: 'Files in this vault' }).getByRole('listitem');
  await expect(chosen).toHaveCount(1);
  await expect(chosen).toContainText(song.name);

  await page.getByLabel('Recipient name').fill('Nora');
  await page.getByLabel('Recipient email').fill(unusedAddress('nora'));
  await page.getByLabel('Security question 1').fill('Where did we learn to swim?');
  await page.getByLabel('Security answer 1').fill('Lake Garda');
  await page.getByLabel('I have read and accept').check();
  await keepVault(page);
  await expect(page).toHaveURL(/\/vault\/[\w-]+$/);
  await expect(page).not.toHaveURL(new RegExp(first.id));

  const copy = (await owner.api.ask(listVaults)).find(({ id }) => id !== first.id);
  expect(copy).toMatchObject({
    title: first.text.title,
    recipientName: 'Nora',
    status: 'active',
    paymentStatus: 'paid',
  });
  const id = copy?.id ?? '';
  const [file, ...others] = await owner.api.ask(listFiles, { params: { id } });
  expect([file?.fileName, others]).toEqual([song.name, []]);
  const bytes = await page.request.get(file?.downloadUrl ?? '');
  expect(sha256(await bytes.body())).toBe(sha256(song.buffer));
  expect(await owner.api.ask(listExecutors, { params: { id } })).toMatchObject([
    { email: first.text.executorEmail },
    { email: second.email, note: second.note },
  ]);
  const emil = mailboxOf(owner.api, second.email);
  expect(codeIn(await emil.letter('executor-code'))).not.toBe(first.code);
  await expect(heading(page, first.text.title)).toBeVisible();
});
