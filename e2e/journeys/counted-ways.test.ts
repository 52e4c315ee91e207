// The effort of each of the three people, counted on a phone: from the landing page to a finished vault, from the executor's letter to
// the release, and from the recipient's letter to its first words.
import { ada } from '@remembrance/contract/testing/cast.ts';
import { type CountedPerson, countedPerson, type Effort } from '../support/counted.ts';
import { codeIn, linkIn, mailboxOf } from '../support/mailbox.ts';
import { unusedAddress } from '../support/people.ts';
import { heading } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { type VaultText, vaultText } from '../support/vaults.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('creating a vault takes at most 5 screens, 9 clicks and 12 fields, releasing and reading it 4 clicks each', async ({
  page,
  visitor,
  service,
}) => {
  const text = vaultText();
  const email = unusedAddress('ada');

  const owner = countedPerson(page);
  await page.goto('/');
  await signUp(owner, email);
  await owner.openLink(linkIn(await mailboxOf(service, email).letter('email-verification')));
  await owner.press(button(owner, 'Confirm my address'));
  await writeVault(owner, text);
  await owner.press(button(owner, 'Create Vault'));
  await owner.press(button(owner, 'Keep it and start the free month'));
  await expect(heading(page, text.title)).toBeVisible();
  const code = await mailboxOf(service, text.executorEmail).letter('executor-code');
  expectWithin(owner, { screens: 5, clicks: 9, fields: 12 });

  const executor = countedPerson(await visitor());
  await executor.openLink(linkIn(code, '/executor-access'));
  await executor.type('Access code', codeIn(code));
  await executor.press(button(executor, 'Verify Access'));
  await executor.press(button(executor, 'Release Vault'));
  await executor.press(executor.page.getByRole('dialog').getByRole('button', { name: 'Release Vault' }));
  const invitation = await mailboxOf(service, text.recipientEmail).letter('recipient-invitation');
  expectWithin(executor, { clicks: 4 });

  const recipient = countedPerson(await visitor());
  await recipient.openLink(linkIn(invitation, '/vault-access/'));
  await recipient.type('Your email address', text.recipientEmail);
  await recipient.press(button(recipient, 'Verify Email'));
  await recipient.type(text.securityQuestion1, text.securityAnswer1);
  await recipient.press(button(recipient, 'Submit Answers'));
  const cover = button(recipient, 'Open it when you are ready');
  const words = recipient.page.getByText(text.message);
  await expect(cover.or(words)).toBeVisible();
  if (await cover.isVisible()) await recipient.press(cover);
  await expect(words).toBeVisible();
  expectWithin(recipient, { clicks: 4 });
});

const button = ({ page }: CountedPerson, name: string) => page.getByRole('button', { name });

async function signUp(owner: CountedPerson, email: string): Promise<void> {
  await owner.press(button(owner, 'Get Started'));
  await owner.type('First name', ada.firstName);
  await owner.type('Last name', ada.lastName);
  await owner.type('Email', email);
  await owner.type('Password', ada.password);
  await owner.press(owner.page.getByLabel('I am at least 18 years old'));
  await owner.press(owner.page.getByLabel('I have read and accept'));
  await owner.press(button(owner, 'Create account'));
  await expect(heading(owner.page, 'Check your mail')).toBeVisible();
}

async function writeVault(owner: CountedPerson, text: VaultText): Promise<void> {
  await owner.type('Vault title', text.title);
  await owner.type('Personal message', text.message);
  await owner.type('Recipient name', text.recipientName);
  await owner.type('Recipient email', text.recipientEmail);
  await owner.type('Security question 1', text.securityQuestion1);
  await owner.type('Security answer 1', text.securityAnswer1);
  await owner.type('Executor name', text.executorName);
  await owner.type('Executor email', text.executorEmail);
  await owner.press(owner.page.getByLabel('I have read and accept'));
}

function expectWithin(person: CountedPerson, max: Partial<Effort>): void {
  const effort = person.effort();
  for (const [kind, count] of Object.entries(max))
    expect(effort[kind as keyof Effort], kind).toBeLessThanOrEqual(count);
}
