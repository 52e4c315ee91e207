// What an owner can preview: all the recipient's steps, before paying and after, and the real letters in their own mailbox.
import { expectAccessible } from '../support/accessible.ts';
import { signInQuietly } from '../support/people.ts';
import { answer, heading, openLetter, proveAddress, rightAnswers } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { expectToast } from '../support/toasts.ts';
import { makeActiveVault, makeVault } from '../support/vaults.ts';

test('an owner previews all the recipient’s steps before paying, and nobody is emailed', async ({
  page,
  owner,
  files,
}) => {
  const { id, text, recipient, executor } = await makeVault(owner, { files });
  await signInQuietly(page, owner);
  await page.goto(`/vault/${id}`);
  await page.getByRole('link', { name: 'See it as they will' }).click();
  const frame = page.getByRole('complementary', { name: 'Preview' });
  await expect(heading(page, 'It begins with an email')).toBeVisible();
  await expectAccessible(page, 'the letter of a preview');
  await page.getByRole('button', { name: 'Open the link' }).click();
  await proveAddress(page, text.recipientEmail);
  await expect(heading(page, /^Two questions, chosen for you by /)).toBeVisible();
  await expectAccessible(page, 'the questions of a preview');
  await answer(page, { ...rightAnswers(text), [text.securityQuestion1]: 'in the harbour' });
  await expectToast(page, 'Incorrect answers');
  await answer(page, rightAnswers(text));
  await openLetter(page);
  await expect(page.getByRole('article')).toContainText(text.message);
  await expect(page.getByRole('img', { name: 'Lake in June.jpg' })).toHaveJSProperty('naturalWidth', 1600);
  await expectAccessible(page, 'the opened preview');
  await expect(frame).toContainText('We send nothing to anyone.');
  await frame.getByRole('link', { name: 'Back to your vault' }).click();
  await expect(heading(page, text.title)).toBeVisible();
  for (const mailbox of [recipient, executor]) expect(await mailbox.letters()).toEqual([]);
});

test('a rehearsal sends both real letters only to the owner, marked, and without a working code', async ({
  page,
  owner,
}) => {
  const { id, text, recipient, executor, code } = await makeActiveVault(owner);
  await signInQuietly(page, owner);
  await page.goto(`/vault/${id}/preview`);
  await page.getByRole('button', { name: 'Send me the emails' }).click();
  await expect(page.getByText('The emails are on their way to you')).toBeVisible();
  for (const kind of ['rehearsal-executor-code', 'rehearsal-invitation'] as const) {
    const letter = await owner.mailbox.letter(kind);
    expect(letter.subject).toMatch(/^Rehearsal: /);
    expect(letter.text).toContain('This is a rehearsal.');
    expect(letter.text).toContain(text.recipientName);
    expect(letter.text).not.toContain(code);
  }
  expect(await recipient.letters()).toEqual([]);
  expect(await executor.letters()).toHaveLength(1);
});
