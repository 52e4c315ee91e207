// The create form in a real browser: the saved draft, leaving, a lost connection, and scrolling to the end of the page.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { listFiles } from '@remembrance/contract/files.ts';
import { listVaults } from '@remembrance/contract/vaults.ts';
import { findChromium } from '../support/chromium.ts';
import { makeText } from '../support/media.ts';
import { newOwner, type Owner, signInQuietly } from '../support/people.ts';
import {
  expectLoggedOut,
  greeting,
  heading,
  keepVault,
  losePart,
  lostPart,
  signInElsewhere,
  writeVault,
} from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { vaultText } from '../support/vaults.ts';

const filesField = (page: Page) => page.getByLabel('Files', { exact: true });

async function openForm(page: Page, owner: Owner, query = ''): Promise<void> {
  await signInQuietly(page, owner);
  await page.goto(`/create-vault${query}`);
  await expect(page.getByLabel('Vault title')).toBeVisible();
}

test('if only the consent to the terms is missing, the page says so at its end', async ({ page, owner }) => {
  await openForm(page, owner);
  await writeVault(page, vaultText());
  await page.getByLabel('I have read and accept').uncheck();
  await page.getByLabel('Vault title').focus();
  await page.getByRole('button', { name: 'Create Vault' }).click();
  const words = 'You must accept the Terms of Service and Privacy Policy to create a vault';
  await expect(page.getByText(words)).toBeInViewport();
  const isAtBottom = () =>
    page.evaluate(() => window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2);
  await expect.poll(isAtBottom).toBe(true);
  await expect(page.getByLabel('I have read and accept')).toHaveAccessibleDescription(words);
});

test('SCR-21: typed text is restored after a reload and after signing in, but the answers never are', async ({
  page,
  owner,
}) => {
  await openForm(page, owner, '?plan=basic_one_time');
  await writeVault(page, vaultText());
  page.on('dialog', (dialog) => void dialog.accept()); // the browser asks before the reload
  await page.reload();
  await expect(page.getByText('What you typed is still here')).toBeVisible();
  await expect(page.getByLabel('Vault title')).toHaveValue('For Rosa');
  await expect(page.getByLabel('Security question 1')).toHaveValue(vaultText().securityQuestion1);
  await expect(page.getByLabel('Security answer 1')).toHaveValue('');
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(kept).not.toContain(vaultText().securityAnswer1);

  await page.context().clearCookies();
  await expectLoggedOut(page, () => page.reload());
  await page.getByRole('link', { name: 'Log in' }).click(); // without its cookies the browser is new to us
  await expect(heading(page, 'Welcome back')).toBeVisible(); // the previous page has an address field too
  await signInElsewhere(page, owner);
  await expect(page.getByLabel('Vault title')).toHaveValue('For Rosa');
  await expect(page.getByRole('heading', { name: 'Plan: Basic, $29.99 one-time' })).toBeVisible();
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.getByRole('dialog', { name: 'Start over?' }).getByRole('button', { name: 'Start over' }).click();
  await expect(page.getByLabel('Vault title')).toHaveValue('');
});

test('leaving asks first, and visiting another page and returning loses nothing', async ({ page, owner }) => {
  await openForm(page, owner);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(greeting(page)).toBeVisible(); // nothing was typed

  await page.goto('/create-vault');
  await page.getByLabel('Vault title').fill('For Rosa');
  await page.getByLabel('Security answer 1').fill('The Loon');
  await filesField(page).setInputFiles(makeText('letter.txt'));
  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => requestAnimationFrame(() => window.location.reload()));
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();

  await page.getByRole('link', { name: 'Remembrance' }).click();
  await expect(greeting(page)).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Vault title')).toHaveValue('For Rosa');
  await expect(page.getByLabel('Security answer 1')).toHaveValue('The Loon');
  await expect(page.getByRole('list', { name: 'Files in this vault' })).toContainText('letter.txt');

  await page.getByRole('button', { name: 'Cancel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave this vault?' });
  await dialog.getByRole('button', { name: 'Keep writing' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Leave and discard everything' }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/create-vault');
  await expect(page.getByLabel('Vault title')).toHaveValue('');
});

test('an upload that loses its connection says so, waits for it, and loses nothing', async ({ page, owner }) => {
  await openForm(page, owner, '?plan=basic_one_time');
  await writeVault(page, vaultText());
  await filesField(page).setInputFiles([makeText('first.txt'), makeText('second.txt')]);
  let isFirst = true;
  await page.route('**/api/uploads/**', async (route) => {
    if (!isFirst) return route.continue();
    isFirst = false;
    await page.context().setOffline(true);
    await route.abort('internetdisconnected');
  });
  await keepVault(page);
  const uploads = page.getByRole('list', { name: 'Files being uploaded' });
  await expect(uploads).toContainText('The connection was lost. The upload continues as soon as you are online again.');
  await expect(uploads).toContainText('Waiting for its turn');
  await page.context().setOffline(false);
  await expect(heading(page, 'Complete Your Purchase')).toBeVisible();
  expect(await owner.api.ask(listVaults)).toHaveLength(1);
});

test('CRE-9: resubmitting the form after a lost response creates one vault, and changed text is reported', {
  tag: '@everyday',
}, async ({ page, owner }) => {
  await openForm(page, owner, '?plan=basic_one_time');
  await writeVault(page, vaultText({ title: 'For Rosa' }));
  const loseAnswer = async () => {
    let isFirst = true;
    await page.route('**/api/vaults', async (route) => {
      if (route.request().method() !== 'POST' || !isFirst) return route.fallback();
      isFirst = false;
      await route.fetch(); // the service has created the vault
      await route.abort('connectionreset');
    });
  };
  const press = () => keepVault(page);
  const failure = page.getByText('The vault was not created');

  await loseAnswer();
  await press();
  await expect(failure).toBeVisible();
  await press();
  await expect(heading(page, 'Complete Your Purchase')).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Your Vaults' }).getByRole('link', { name: /For Rosa/ })).toHaveCount(
    1,
  );

  await page.goto('/create-vault?plan=basic_one_time');
  await writeVault(page, vaultText({ title: 'For Jonas' }));
  await loseAnswer();
  await press();
  await expect(failure).toBeVisible();
  await page.getByRole('button', { name: 'Go back and change' }).click();
  await page.getByLabel('Vault title').fill('For Jonas and Ruth');
  await press();
  await expect(page.getByText('It created a vault from what you had entered then').first()).toBeVisible();
  expect(await owner.api.ask(listVaults)).toMatchObject([{ title: 'For Jonas' }, { title: 'For Rosa' }]);
});

test('chosen files survive a reload, are stored with their vault, and then leave the browser', async ({
  page,
  owner,
}) => {
  await openForm(page, owner, '?plan=basic_one_time');
  await filesField(page).setInputFiles([makeText('first.txt'), makeText('second.txt')]);
  const copyHint = page.getByText('This browser stores a copy until you keep the vault');
  await expect(copyHint).toBeVisible();
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  const chosen = page.getByRole('list', { name: 'Files in this vault' }).getByRole('listitem');
  await expect(chosen).toHaveCount(2);
  await page.getByRole('button', { name: 'Remove first.txt' }).click();
  await expect(chosen).toHaveCount(1);
  await expect(copyHint).toBeVisible(); // until then the page asks to be kept open
  await page.reload();
  await expect(chosen).toHaveText([/second.txt/]);
  await writeVault(page, vaultText());
  await keepVault(page);
  await expect(heading(page, 'Complete Your Purchase')).toBeVisible();
  const [vault] = await owner.api.ask(listVaults);
  const stored = await owner.api.ask(listFiles, { params: { id: vault?.id ?? '' } });
  expect(stored.map(({ fileName }) => fileName)).toEqual(['second.txt']);
  await page.goto('/create-vault');
  await expect(page.getByText('0 of 5 files.')).toBeVisible();
});

/** Everything in the page's storage, as text. */
const everythingStored = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open('vault-drafts');
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const reading = database.transaction('files').objectStore('files').getAll();
    await new Promise((resolve) => reading.addEventListener('success', resolve));
    database.close();
    const readable = async (part: unknown): Promise<string> => {
      if (part instanceof Blob) return part.text();
      if (part instanceof Uint8Array) return new TextDecoder('latin1').decode(part);
      if (part === null || typeof part !== 'object') return String(part);
      return (await Promise.all(Object.values(part).map(readable))).join('\n');
    };
    const count = reading.result.length;
    return { count, text: await readable([{ ...localStorage }, { ...sessionStorage }, reading.result]) };
  });

test('CRE-60: after signing out by URL no written text is readable in the browser, and its owner can restore it', async ({
  page,
  owner,
  service,
}) => {
  await openForm(page, owner, '?plan=basic_one_time');
  await writeVault(page, vaultText({ title: 'For the heron' }));
  await filesField(page).setInputFiles(makeText('heron.txt'));
  await expect(page.getByText('This browser stores a copy until you keep the vault')).toBeVisible();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByLabel('Vault title')).toHaveValue('For the heron');
  await page.goto('/api/logout');
  await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible();
  const { count, text } = await everythingStored(page);
  expect([count, text.includes(':new-')]).toEqual([1, true]);
  for (const words of ['heron', makeText('heron.txt').buffer.toString(), vaultText().message])
    expect(text).not.toContain(words);

  const other = await newOwner(service);
  await signInQuietly(page, other);
  await page.goto('/create-vault');
  await expect(page.getByLabel('Vault title')).toHaveValue('');
  await expect(page.getByText('0 of 5 files.')).toBeVisible();
  await page.goto('/api/logout');
  await signInQuietly(page, owner);
  await page.goto('/create-vault');
  await expect(page.getByLabel('Vault title')).toHaveValue('For the heron');
  await expect(page.getByRole('list', { name: 'Files in this vault' })).toContainText('heron.txt');
});

test('the first click of Create Vault works after a partial date was cleared', async ({ page, owner }) => {
  await openForm(page, owner, '?plan=basic_one_time');
  await writeVault(page, vaultText());
  const date = page.getByLabel('Release date');
  const create = page.getByRole('button', { name: 'Create Vault' });
  await date.pressSequentially('12');
  await create.click();
  await expect(page.getByText('Please complete the date')).toBeVisible();
  await date.press('Backspace');
  await create.click();
  await expect(heading(page, 'Review your vault')).toBeVisible();
});

test('Log Out in another tab asks before it deletes an unsent form and names what is lost, and then no tab shows the form', async ({
  page,
  owner,
}) => {
  await openForm(page, owner, '?plan=basic_one_time');
  await page.getByLabel('Personal message').fill('Dear Rosa');
  await filesField(page).setInputFiles(makeText('heron.txt'));
  await expect(page.getByText('This browser stores a copy until you keep the vault')).toBeVisible();
  const other = await page.context().newPage();
  const question = other.getByRole('dialog', { name: 'Log out and lose unsent work?' });
  // A phone has no memory for the rows: they hold the files.
  await other.addInitScript(() => {
    IDBObjectStore.prototype.getAll = IDBObjectStore.prototype.openCursor = () => {
      throw new Error('the rows are read');
    };
  });
  await other.goto('/');
  await other.getByRole('button', { name: 'Log Out' }).click();
  await expect(question).toContainText('text, files and recordings');
  await question.getByRole('button', { name: 'Stay' }).click();
  expect(await everythingStored(page)).toMatchObject({ count: 1 });

  await other.context().setOffline(true);
  await other.getByRole('button', { name: 'Log Out' }).click();
  await question.getByRole('button', { name: 'Log Out' }).click();
  await expect(other.getByText('You are still logged in')).toBeVisible();
  expect(await everythingStored(page)).toMatchObject({ count: 1 });
  await expect(page.getByLabel('Personal message')).toHaveValue('Dear Rosa');
  await other.context().setOffline(false);

  await other.getByRole('button', { name: 'Log Out' }).click();
  await question.getByRole('button', { name: 'Log Out' }).click();
  await expect(other.getByRole('button', { name: 'Get Started' })).toBeVisible();
  await expect(heading(page, 'You are logged out')).toBeVisible();
  await expect(page.getByLabel('Personal message')).toHaveCount(0);
  const left = () => other.evaluate(async () => [(await indexedDB.databases()).length, ...Object.keys(localStorage)]);
  await expect.poll(left).toEqual([0]);
});

test('a file that is saved again after it was chosen is sent as it was when chosen, after a warning to the owner', async ({
  owner,
  service,
  playwright,
}) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'remembrance-letter-'));
  const chromium = findChromium();
  // A private window stores only a reference to the file, not a copy.
  const context = await playwright.chromium.launchPersistentContext(path.join(folder, 'profile'), {
    ...(chromium && { executablePath: chromium }),
    baseURL: service.url,
    reducedMotion: 'reduce',
  });
  try {
    const [page = await context.newPage()] = context.pages();
    const letter = path.join(folder, 'Letter to Rosa.txt');
    await writeFile(letter, 'Dear Rosa');
    await openForm(page, owner, '?plan=basic_one_time');
    await filesField(page).setInputFiles(letter);
    await expect(page.getByText('This browser stores a copy until you keep the vault')).toBeVisible();
    await writeVault(page, vaultText());
    await writeFile(letter, 'Dear Rosa, one line more');
    await page.getByRole('button', { name: 'Create Vault' }).click();
    await expect(page.getByText('We send the version that you chose.')).toBeVisible();
    await keepVault(page);
    await expect(heading(page, 'Complete Your Purchase')).toBeVisible();
    const [vault] = await owner.api.ask(listVaults);
    const [stored] = await owner.api.ask(listFiles, { params: { id: vault?.id ?? '' } });
    expect(await (await page.request.get(stored?.downloadUrl ?? '')).text()).toBe('Dear Rosa');
  } finally {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test('neither starting over nor creating a vault in one tab affects another tab’s text', async ({ page, owner }) => {
  const copyHint = (tab: Page) => tab.getByText('This browser stores a copy until you keep the vault');
  await openForm(page, owner, '?plan=basic_one_time');
  await writeVault(page, vaultText({ title: 'For Rosa' }));
  await filesField(page).setInputFiles(makeText('letter.txt'));
  await expect(copyHint(page)).toBeVisible();
  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith('vault-draft:')));

  const other = await page.context().newPage();
  await other.goto('/create-vault?plan=basic_one_time');
  await expect(other.getByText('You are writing another vault in another tab')).toBeVisible();
  await expect(other.getByText('“For Rosa”')).toBeVisible();
  await expect(other.getByLabel('Vault title')).toHaveValue('');
  await writeVault(other, vaultText({ title: 'For Jonas' }));
  await filesField(other).setInputFiles(makeText('song.txt'));
  await expect(copyHint(other)).toBeVisible();
  await keepVault(other);
  await expect(heading(other, 'Complete Your Purchase')).toBeVisible();

  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(page.getByLabel('Vault title')).toHaveValue('For Rosa');
  const chosen = page.getByRole('list', { name: 'Files in this vault' }).getByRole('listitem');
  await expect(chosen).toHaveText([/letter.txt/]);
  await writeVault(page, vaultText({ title: 'For Rosa' }));
  await keepVault(page);
  await expect(heading(page, 'Complete Your Purchase')).toBeVisible();
  const vaults = await owner.api.ask(listVaults);
  expect(vaults.map(({ title }) => title).toSorted()).toEqual(['For Jonas', 'For Rosa']);
});

test('the files section appears without a transition, which would lose typed text; another page appears with one', async ({
  page,
  owner,
}) => {
  await page.addInitScript(() => {
    const start = document.startViewTransition.bind(document);
    const counted = Object.assign(window, { transitions: 0 });
    document.startViewTransition = (update) => {
      counted.transitions += 1;
      return start(update);
    };
  });
  const transitions = () => page.evaluate(() => (window as unknown as { transitions: number }).transitions);
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>();
  await page.route('**/assets/contents-section-*.js', async (route) => {
    await mayCome;
    await route.continue();
  });
  await openForm(page, owner, '?plan=basic_one_time');
  await page.getByLabel('Vault title').fill('For Rosa');
  const before = await transitions();
  letCome();
  await expect(page.getByRole('button', { name: 'Record audio' })).toBeVisible();
  expect(await transitions()).toBe(before);
  await page.getByRole('link', { name: 'Billing' }).click();
  await expect(heading(page, 'Billing')).toBeVisible();
  expect(await transitions()).toBeGreaterThan(before);
});

test('if the files part cannot be loaded, the typed text stays, and loading can be retried', async ({
  page,
  owner,
}) => {
  const restorePart = await losePart(page, 'contents-section');
  await openForm(page, owner);
  await page.getByLabel('Vault title').fill('For Rosa');
  await page.getByLabel('Security answer 1').fill('Lavender');
  await expect(lostPart(page)).toBeVisible();
  await restorePart();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(filesField(page)).toBeAttached();
  await expect(page.getByLabel('Vault title')).toHaveValue('For Rosa');
  await expect(page.getByLabel('Security answer 1')).toHaveValue('Lavender');
});
