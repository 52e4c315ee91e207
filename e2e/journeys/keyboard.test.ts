// The main journeys using only the keyboard. The focus is never lost and always visible.
import { editVault } from '@remembrance/contract/edit-vault.ts';
import { listFiles } from '@remembrance/contract/files.ts';
import { listQuestions } from '@remembrance/contract/questions.ts';
import { press, tabTo, type } from '../support/keyboard.ts';
import { codeIn, linkIn, mailboxOf } from '../support/mailbox.ts';
import { signInQuietly, unusedAddress } from '../support/people.ts';
import { expectRecorded } from '../support/recording.ts';
import { cards, heading, notifications } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { expectToast, keepToasts } from '../support/toasts.ts';
import { makeActiveVault, makePaidVault, makeReleasedVault, makeVault, vaultText } from '../support/vaults.ts';

test.use({ permissions: ['camera', 'microphone'] });

test('KBD-1: a vault is written, recorded into, paid for and released using only the keyboard', {
  tag: '@everyday',
}, async ({ page, visitor, owner, service }) => {
  const text = vaultText();
  await signInQuietly(page, owner);
  await page.goto('/');
  await press(page, page.getByRole('link', { name: 'Create Your First Vault' }));
  await expect(heading(page, 'Choose Your Plan')).toBeFocused();
  await tabTo(page, page.getByRole('tab', { name: 'One-Time Payment' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Monthly Subscription' })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await press(page, page.getByRole('article', { name: 'Premium' }).getByRole('link', { name: 'Get Started' }));

  await expect(heading(page, 'Create your vault')).toBeFocused();
  await press(page, page.getByRole('button', { name: 'Done with the plan' }));
  await press(page, page.getByRole('button', { name: 'Change the plan' }));
  await expect(page.getByRole('radio', { name: 'Premium', exact: true })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('radio', { name: 'Basic', exact: true })).toBeChecked();
  for (const [label, words] of [
    ['Vault title', text.title],
    ['Personal message', 'Dear Rosa, remember the lake.'],
    ['Recipient name', text.recipientName],
    ['Recipient email', text.recipientEmail],
    ['Security question 1', text.securityQuestion1],
    ['Security answer 1', text.securityAnswer1],
    ['Executor name', text.executorName],
    ['Executor email', text.executorEmail],
  ] as const)
    await type(page, page.getByLabel(label), words);
  await press(page, page.getByRole('button', { name: 'Record audio' }));
  await expect(page.getByRole('button', { name: 'Stop recording' })).toBeFocused();
  await expectRecorded(page, 1);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Add to Vault' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Files in this vault' })).toContainText('A recording');
  await expect(page.getByRole('button', { name: 'Record audio' })).toBeFocused();
  await press(page, page.getByLabel('I have read and accept'), 'Space');
  await press(page, page.getByRole('button', { name: 'Create Vault' }));
  await expect(page.getByRole('heading', { name: 'Review your vault' })).toBeFocused();
  await press(page, page.getByRole('button', { name: 'Keep it and pay $29.99' }));

  await expect(heading(page, 'Complete Your Purchase')).toBeFocused();
  await type(page, page.getByLabel('Card number'), cards.good);
  await type(page, page.getByLabel('Expiry'), '12 / 40');
  await type(page, page.getByLabel('CVC'), '123');
  await press(page, page.getByRole('button', { name: 'Pay $29.99' }));
  await expect(heading(page, text.title)).toBeFocused();

  const executor = await visitor();
  const letter = await mailboxOf(service, text.executorEmail).letter('executor-code');
  await executor.goto(linkIn(letter, '/executor-access'));
  await type(executor, executor.getByLabel('Access code'), codeIn(letter));
  await executor.keyboard.press('Enter');
  await expect(executor.getByRole('heading', { level: 2, name: text.title })).toBeFocused();
  await press(executor, executor.getByRole('button', { name: 'Release Vault' }));
  await expect(executor.getByRole('dialog').getByRole('button', { name: 'Not now' })).toBeFocused();
  await executor.keyboard.press('Escape');
  await expect(executor.getByRole('button', { name: 'Release Vault' })).toBeFocused();
  await executor.keyboard.press('Enter');
  await press(executor, executor.getByRole('dialog').getByRole('button', { name: 'Release Vault' }));
  await expectToast(executor, 'Vault Released');
  await expect(heading(executor, `We have emailed ${text.recipientName}`)).toBeFocused();
});

test('KBD-1: a recipient proves who they are and downloads a file using only the keyboard', {
  tag: '@everyday',
}, async ({ page, owner, files }) => {
  const { link, text } = await makeReleasedVault(owner, { files });
  await page.goto(link);
  await type(page, page.getByLabel('Your email address'), text.recipientEmail);
  await page.keyboard.press('Enter');
  await expect(heading(page, /^Two questions, chosen for you by /)).toBeFocused();
  await type(page, page.getByLabel(text.securityQuestion1), 'no');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(text.securityQuestion2)).toBeFocused();
  await page.keyboard.type(text.securityAnswer2);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(text.securityQuestion1)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text.securityAnswer1);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'You Have a Remembrance')).toBeFocused();
  await press(page, page.getByRole('button', { name: 'Open it when you are ready' }));
  await expect(page.getByRole('article')).toBeFocused();
  const arriving = page.waitForEvent('download');
  await press(page, page.getByRole('link', { name: `Download ${files[0]?.name}` }));
  expect((await arriving).suggestedFilename()).toBe(files[0]?.name);
});

test('toasts are announced to a screen reader, errors immediately, and can be dismissed', async ({ page, owner }) => {
  const { code } = await makeActiveVault(owner);
  await keepToasts(page); // until the keyboard has reached its button
  await page.goto('/executor-access');
  await press(page, page.getByRole('button', { name: 'Verify Access' }));
  await expectToast(page, 'alert:', 'Missing Code');
  await expect(page.getByLabel('Access code')).toBeFocused();
  await expect(page.getByLabel('Access code')).toHaveAccessibleDescription(/Please enter your executor access code/);
  await type(page, page.getByLabel('Access code'), 'NOCODE');
  await page.keyboard.press('Enter');
  await expectToast(page, 'alert:', 'Verification Failed');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
  await expectToast(page, 'status:', 'Access Verified');
  await page.goto('/checkout');
  await expectToast(page, 'alert:', 'Invalid vault ID');
  await press(page, page.getByRole('button', { name: 'Dismiss notification' }));
  await expect(notifications(page)).toHaveText('');
});

test('a dialog that is closed and immediately reopened stays open', async ({ page, owner }) => {
  const { code } = await makeActiveVault(owner);
  await page.goto('/executor-access');
  await type(page, page.getByLabel('Access code'), code);
  await page.keyboard.press('Enter');
  const asking = page.getByRole('button', { name: 'Release Vault' });
  await press(page, asking);
  await expect(page.getByRole('dialog')).toBeVisible();
  // Both happen before the close event, which no person can do reliably.
  await page.evaluate(async () => {
    const dialog = document.querySelector('dialog[open]') as HTMLDialogElement;
    const closed = new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }));
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
    await Promise.resolve();
    for (const button of document.querySelectorAll('button'))
      if (button.textContent === 'Release Vault' && !dialog.contains(button)) button.click();
    await closed;
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  });
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Not now' })).toBeVisible();
});

test('a file is moved, an answer tried and an edit saved using only the keyboard, and leaving asks', async ({
  page,
  owner,
  files,
}) => {
  const [first, second] = files;
  const vault = await makeActiveVault(owner, { files: files.slice(0, 2) });
  await signInQuietly(page, owner);
  await page.goto(`/vault/${vault.id}/edit`);
  await press(page, page.getByRole('button', { name: 'Vault contents' }));
  await press(page, page.getByRole('button', { name: `More for ${first?.name}` }));
  const down = page.getByRole('button', { name: `Move down ${first?.name}` });
  await press(page, down);
  await expect(down).toBeFocused();
  await press(page, page.getByRole('button', { name: 'Security verification' }));
  await press(page, page.getByRole('button', { name: 'Try the answers' }));
  const trial = page.getByRole('dialog', { name: 'Try the answers' });
  await type(page, trial.getByLabel(vault.text.securityQuestion1), 'mill pond');
  await page.keyboard.press('Enter');
  await expect(trial.getByText('Accepted.', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Try the answers' })).toBeFocused();

  await press(page, page.getByRole('link', { name: 'Cancel' }));
  const leaving = page.getByRole('dialog');
  await expect(leaving).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(leaving).toBeHidden();
  await press(page, page.getByRole('button', { name: 'Save' }));
  await expect(heading(page, vault.text.title)).toBeFocused();
  const stored = await owner.api.ask(listFiles, { params: { id: vault.id } });
  expect(stored.map(({ fileName }) => fileName)).toEqual([second?.name, first?.name]);
});

test('an owner names an executor using only the keyboard', async ({ page, owner }) => {
  const text = { executorName: '', executorEmail: '', scheduledReleaseDate: '2040-05-01T10:00:00.000Z' };
  const vault = await makePaidVault(owner, { text });
  await signInQuietly(page, owner);
  await page.goto(`/vault/${vault.id}`);
  await press(page, page.getByRole('button', { name: 'Add an executor' }));
  const group = page.getByRole('group', { name: 'An executor for this vault' });
  await expect(group).toBeFocused();
  await type(page, page.getByLabel('Executor name'), 'Edda Moreau');
  await type(page, page.getByLabel('Executor email'), unusedAddress('edda'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('group', { name: 'Executors' })).toBeFocused();
});

test('an owner adds a spelling and chooses between two versions using only the keyboard', async ({ page, owner }) => {
  const vault = await makeVault(owner); // edits are unlimited until it is paid for
  await signInQuietly(page, owner);
  await page.goto(`/vault/${vault.id}/edit#questions`);
  await press(page, page.getByRole('button', { name: 'Change the questions' }));
  await expect(page.getByRole('group', { name: 'The questions' })).toBeFocused();
  await type(page, page.getByRole('textbox', { name: 'New answer 1' }), vault.text.securityAnswer1);
  await press(page, page.getByRole('button', { name: 'Another spelling' }).first());
  await expect(page.getByLabel('Another spelling of answer 1')).toBeFocused();
  await page.keyboard.type('the pond by the mill');
  await type(page, page.getByLabel('Vault title'), 'At last');
  await owner.api.ask(editVault, { params: { id: vault.id }, body: { title: 'Changed elsewhere', version: 1 } });
  await press(page, page.getByRole('button', { name: 'Save' }));
  await expect(page.getByRole('heading', { name: 'This vault was changed somewhere else' })).toBeFocused();
  await tabTo(page, page.getByRole('radio', { name: 'What you wrote here' }));
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('radio', { name: 'What is saved now' })).toBeChecked();
  await press(page, page.getByRole('button', { name: 'Continue editing with it' }));
  await expect(page.getByRole('group', { name: 'The edit' })).toBeFocused();
  await press(page, page.getByRole('button', { name: 'Save' }));
  await expect(heading(page, 'Changed elsewhere')).toBeFocused();
  const questions = await owner.api.ask(listQuestions, { params: { id: vault.id } });
  expect(questions.map(({ spellings }) => spellings)).toEqual([2, 1]);
});

test('an executor confirms the letter, prints the card and reads the guide using only the keyboard', async ({
  page,
  owner,
}) => {
  const vault = await makeActiveVault(owner);
  const letter = await vault.executor.letter('executor-code');
  await page.goto(linkIn(letter, 'executor-confirm'));
  await press(page, page.getByRole('button', { name: 'I have it' }));
  await expect(heading(page, 'Thank you')).toBeFocused();
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', 'true');
  });
  await page.goto(linkIn(letter, '/executor-card'));
  await press(page, page.getByRole('button', { name: 'Print the card' }));
  await expect(page.locator('html')).toHaveAttribute('data-printed', 'true');
  await page.goto('/executor-access');
  await press(page, page.getByRole('link', { name: /guide/i }).first());
  await expect(heading(page, 'A guide for executors')).toBeFocused();
});

test('an owner steps through the preview and requests the rehearsal using only the keyboard', async ({
  page,
  owner,
}) => {
  const vault = await makeActiveVault(owner);
  await signInQuietly(page, owner);
  await page.goto(`/vault/${vault.id}`);
  await press(page, page.getByRole('link', { name: 'See it as they will' }).last());
  await press(page, page.getByRole('button', { name: 'Send me the emails' }));
  await expect(page.getByText('The emails are on their way to you')).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Open the link' }));
  await expect(heading(page, 'Something was left for you')).toBeFocused();
  await press(page, page.getByRole('button', { name: 'Skip this step' }));
  await expect(heading(page, /^Two questions, chosen for you by /)).toBeFocused();
  await press(page, page.getByRole('button', { name: 'Skip this step' }));
  await expect(heading(page, 'You Have a Remembrance')).toBeFocused();
  await press(page, page.getByRole('button', { name: 'Open it when you are ready' }));
  await expect(page.getByRole('article')).toBeFocused();
  await press(page, page.getByRole('link', { name: 'Back to your vault', exact: true }));
  await expect(heading(page, vault.text.title)).toBeFocused();
});
