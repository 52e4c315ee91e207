// The main journey of a new user: from the landing page until the recipient has the files, byte for byte.

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { ada } from '@remembrance/contract/testing/cast.ts';
import { unzipSync } from 'fflate';
import { codeIn, linkIn, mailboxOf } from '../support/mailbox.ts';
import { type MadeFile, sha256 } from '../support/media.ts';
import { unusedAddress } from '../support/people.ts';
import { expectRecorded } from '../support/recording.ts';
import {
  answer,
  cards,
  confirmRelease,
  download,
  enterCode,
  fillCard,
  heading,
  keepVault,
  openLetter,
  proveAddress,
  signUpOnScreen,
  writeVault,
} from '../support/screens.ts';
import type { Service } from '../support/service.ts';
import { expect, test } from '../support/test.ts';
import { expectToast } from '../support/toasts.ts';
import { expectAsWritten } from '../support/translator.ts';
import { makeActiveVault, vaultText } from '../support/vaults.ts';
import type { Seen } from '../support/watch.ts';

test.use({ permissions: ['camera', 'microphone'] });

interface Travellers {
  page: Page;
  visitor: () => Promise<Page>;
  service: Service;
  files: MadeFile[];
  seen: Seen;
}

test('JRN-1: a message and five files travel from an owner to the recipient unchanged', { tag: '@everyday' }, travel);

test.describe('in the oldest browser we support', () => {
  // It does not know Trusted Types, so it ignores that part of the policy. Here only the whole policy can be ignored.
  test.use({ isOldest: true, bypassCSP: true });

  test('BROWSER-2: owner, executor and recipient complete their journeys in the oldest browser we support', travel);
});

test.describe('in browsers that translate each page', () => {
  test.use({ isTranslated: true });

  test(
    'TRANS-4: owner, executor and recipient complete their journeys, and names, addresses and codes stay as written',
    { tag: '@everyday' },
    travel,
  );

  test('text typed into a translated page before its script has loaded stays and is sent', async ({ page, owner }) => {
    const vault = await makeActiveVault(owner);
    const { promise: appMayCome, resolve: letAppCome } = Promise.withResolvers<void>();
    await page.route('**/assets/entry-client-*.js', async (route) => {
      await appMayCome;
      await route.continue();
    });
    await page.goto('/executor-access', { waitUntil: 'commit' });
    const field = page.getByLabel('Access code');
    await field.fill(vault.code);
    letAppCome();
    await expect(page.locator('.awaits-script')).toHaveCount(0);
    await expect(field).toHaveValue(vault.code);
    await expect(field).toBeFocused();
    await page.getByRole('button', { name: 'Verify Access' }).click();
    await expect(page.getByRole('heading', { level: 2, name: vault.text.title })).toBeVisible();
  });
});

async function travel({ page, visitor, service, files, seen }: Travellers) {
  const email = unusedAddress('ada');
  const password = ada.password;
  const text = vaultText({ planType: 'premium_one_time' });
  const sent = await noteUploads(page);
  let recording = '';

  await test.step('the owner signs up, confirms the address and is signed in', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Log In' }).click();
    await page.getByRole('link', { name: 'Create one' }).click();
    await signUpOnScreen(page, email, password);

    await page.goto(linkIn(await mailboxOf(service, email).letter('email-verification')));
    await page.getByRole('button', { name: 'Confirm my address' }).click();
    await expect(heading(page, 'Welcome, Ada')).toBeVisible();
  });

  await test.step('the owner fills a vault with a message, four files and a recording', async () => {
    await page.getByRole('link', { name: 'Create Your First Vault' }).click();
    await page.getByRole('tab', { name: 'One-Time Payment' }).click();
    await page.getByRole('article', { name: 'Premium' }).getByRole('link', { name: 'Get Started' }).click();
    await expect(page.getByRole('heading', { name: 'Plan: Premium, $49.99 one-time' })).toBeVisible();
    await writeVault(page, text);
    await page.getByLabel('Files', { exact: true }).setInputFiles(files);

    await page.getByRole('button', { name: 'Record video' }).click();
    await expectRecorded(page, 1);
    await page.getByRole('button', { name: 'Stop recording' }).click();
    await page.getByRole('button', { name: 'Add to Vault' }).click();
    await expectToast(page, 'Recording Added');
    const chosen = page.getByRole('list', { name: 'Files in this vault' }).getByRole('listitem');
    await expect(chosen).toHaveCount(5);
    await expect(chosen.last()).toContainText(/^A recording, \d+ seconds?/);

    await keepVault(page);
    await expectToast(page, 'Continue to payment to activate your vault');
  });

  await test.step('the owner pays, and sees the vault active with everything in it', async () => {
    await expect(heading(page, 'Complete Your Purchase')).toBeVisible();
    await expect(page.getByText('Activate your vault for $49.99')).toBeVisible();
    await fillCard(page, cards.good);
    await page.getByRole('button', { name: 'Pay $49.99' }).click();
    await expectToast(page, 'Payment Successful');
    await expect(heading(page, text.title)).toBeVisible();
    await expect(page.getByText('Active', { exact: true })).toBeVisible();
    for (const { name } of files) await expect(page.getByText(name)).toBeVisible();
    await expect(page.getByText('A recording', { exact: true })).toBeVisible();
    recording = [...sent.keys()].find((name) => /^recorded-video-\d+\.webm$/.test(name)) ?? '';
    await expectAsWritten(page, [text.title, text.recipientName, text.recipientEmail, text.executorName]);
  });

  await test.step('the executor releases it with the code from the letter', async () => {
    const letter = await mailboxOf(service, text.executorEmail).letter('executor-code');
    const executor = await visitor();
    await executor.goto(linkIn(letter, '/executor-access'));
    await enterCode(executor, codeIn(letter));
    await expect(executor.getByRole('heading', { level: 2, name: text.title })).toBeVisible();
    await expect(executor.getByText(text.recipientEmail)).toBeVisible();
    await expect(executor.getByText(text.message.slice(0, 9))).toHaveCount(0);
    await expectAsWritten(executor, [
      text.title,
      text.recipientName,
      text.recipientEmail,
      'Ada Lindqvist',
      'Remembrance',
    ]);
    await confirmRelease(executor);
    await expectToast(executor, 'The recipient will receive their Remembrance');
    await expect(executor.getByRole('heading', { level: 1, name: 'We have emailed' })).toBeVisible();
  });

  await test.step('the recipient proves who they are, reads and downloads', async () => {
    const letter = await mailboxOf(service, text.recipientEmail).letter('recipient-invitation');
    expect(letter.subject).toBe('You Have a Remembrance');
    const recipient = await visitor();
    await recipient.goto(linkIn(letter, '/vault-access/'));
    await proveAddress(recipient, ` ${text.recipientEmail.toUpperCase()} `);
    await expectToast(recipient, 'Please answer the security questions');
    await answer(recipient, { [text.securityQuestion1]: 'at the  MILL pond.', [text.securityQuestion2]: 'PETREL' });
    await expectToast(recipient, 'Welcome to your Remembrance');
    await openLetter(recipient);
    await expect(recipient.getByRole('heading', { level: 2, name: text.title })).toBeVisible();
    await expect(recipient.getByRole('article')).toContainText(text.message);
    await expect(recipient.getByRole('article')).toContainText(/From Ada Lindqvist, written \w+ \d+, \d{4}/);

    await expect(recipient.locator('video')).toHaveAccessibleName(/^A recording, \d+ seconds?$/);
    await expect(recipient.locator('video')).not.toHaveJSProperty('videoWidth', 0);
    await expect(recipient.getByRole('img', { name: files[0]?.name ?? '' })).toHaveJSProperty('naturalWidth', 1600);
    for (const { name, buffer } of files) {
      const hash = sha256(buffer);
      expect(sent.get(name), `what was sent of ${name}`).toBe(hash);
      expect(sha256(await download(recipient, name)), `what was downloaded of ${name}`).toBe(hash);
    }
    const title = (await recipient.getByRole('heading', { level: 3, name: 'A recording' }).textContent()) ?? '';
    const recorded = await download(recipient, recording, title);
    expect(recorded.subarray(0, 4).toString('hex'), 'the first bytes of a webm').toBe('1a45dfa3');
    expect(sha256(recorded)).toBe(sent.get(recording));
    // In the ZIP a recording has the same name as on the page.
    const kept = new Map(Array.from(sent, ([name, hash]) => [name === recording ? `${title}.webm` : name, hash]));
    await expectToOpenOffline(recipient, { message: text.message, sent: kept });
  });

  expect(seen.consoleErrors).toEqual([]);
}

declare global {
  interface Window {
    noteUpload(name: string, hash: string): void;
  }
}

/** Downloads everything as one ZIP and opens its page offline; each file in it equals the one that was sent. */
async function expectToOpenOffline(page: Page, { message, sent }: { message: string; sent: Map<string, string> }) {
  const arriving = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Keep everything' }).click();
  const entries = Object.entries(unzipSync(await readFile(await (await arriving).path())));
  const folder = await mkdtemp(path.join(tmpdir(), 'remembrance-copy-'));
  for (const [name, bytes] of entries) {
    const place = path.join(folder, ...name.split('/').slice(1));
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, bytes);
    const hash = sent.get(path.basename(name));
    if (hash) expect(sha256(Buffer.from(bytes)), `${name} in the copy`).toBe(hash);
  }
  expect(entries.map(([name]) => path.basename(name))).toEqual(expect.arrayContaining([...sent.keys()]));
  const offline = await page.context().newPage();
  await page.context().setOffline(true);
  await offline.goto(pathToFileURL(path.join(folder, 'Letter.html')).href);
  await expect(offline.getByRole('article')).toContainText(message);
  await expect(offline.getByRole('img', { name: 'Lake in June.jpg' })).toHaveJSProperty('naturalWidth', 1600);
  await page.context().setOffline(false);
  await rm(folder, { recursive: true });
}

/** The hash of each file as the page sends it, by name. The browser offers no other way to see an upload's bytes. */
async function noteUploads(page: Page): Promise<Map<string, string>> {
  const sent = new Map<string, string>();
  await page.exposeFunction('noteUpload', (name: string, hash: string) => sent.set(name, hash));
  await page.addInitScript(() => {
    const send = XMLHttpRequest.prototype.send;
    XMLHttpRequest.prototype.send = async function (body) {
      if (body instanceof File) {
        const digest = await crypto.subtle.digest('SHA-256', await body.arrayBuffer());
        const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'));
        window.noteUpload(body.name, hex.join(''));
      }
      send.call(this, body);
    };
  });
  return sent;
}
