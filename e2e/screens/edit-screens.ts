// How an owner edits a vault, and its preview as the recipient.
import { expect, type Page } from '@playwright/test';
import { editVault } from '@remembrance/contract/edit-vault.ts';
import { newOwner } from '../support/people.ts';
import { answer, heading, openLetter, proveAddress, rightAnswers } from '../support/screens.ts';
import { makeVault } from '../support/vaults.ts';
import { asOwner, press, type Screen, withVault } from './screen.ts';
import type { World } from './world.ts';

const edit = (part: string, open: (page: Page, world: World) => Promise<void>): Screen['open'] =>
  asOwner(async (page, world) => {
    await page.goto(`/vault/${world.active.id}/edit#${part}`);
    await open(page, world);
  });

const preview = (open: (page: Page, world: World) => Promise<void>): Screen['open'] =>
  asOwner(async (page, world) => {
    await page.goto(`/vault/${world.active.id}/preview`);
    await open(page, world);
  });

async function proveAll(page: Page, { active: { text } }: World): Promise<void> {
  await press(page, 'Open the link');
  await proveAddress(page, text.recipientEmail);
  await answer(page, rightAnswers(text));
}

export const editScreens: readonly Screen[] = [
  {
    name: 'edit-open',
    open: edit('details', async (page) => {
      for (const part of ['Security verification', 'Trusted executor and date', 'Vault contents'])
        await press(page, part);
    }),
  },
  {
    name: 'edit-questions',
    open: edit('questions', async (page) => {
      await press(page, 'Change the questions');
      await page.getByRole('button', { name: 'Another spelling' }).first().click();
    }),
  },
  {
    name: 'edit-trying',
    isOneView: true,
    open: edit('questions', async (page, { active: { text } }) => {
      await press(page, 'Try the answers');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(text.securityQuestion1).fill('mill pond');
      await dialog.getByLabel(text.securityQuestion2).fill('Storm petrel');
      await dialog.getByRole('button', { name: 'Try', exact: true }).click();
      await expect(dialog.getByText('Not accepted.')).toBeVisible();
    }),
  },
  {
    name: 'edit-conflict',
    open: withVault(
      async ({ service }) => makeVault(await newOwner(service)),
      async (page, { id, owner }) => {
        await page.goto(`/vault/${id}/edit#details`);
        await owner.api.ask(editVault, { params: { id }, body: { title: 'For Rosa, renamed', version: 1 } });
        await page.getByLabel('Vault title').fill('For Rosa, in other words');
        await page.getByLabel('Personal message').fill('The heron stayed all winter.');
        await press(page, 'Save');
        await expect(page.getByText('This vault was changed somewhere else')).toBeVisible();
      },
    ),
  },
  {
    name: 'edit-leaving',
    isOneView: true,
    open: edit('details', async (page) => {
      await page.getByLabel('Vault title').fill('For Rosa');
      await page.getByRole('link', { name: 'Cancel' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    }),
  },
  { name: 'preview-letter', open: preview(() => Promise.resolve()) },
  {
    name: 'preview-questions',
    open: preview(async (page, { active }) => {
      await press(page, 'Open the link');
      await proveAddress(page, active.text.recipientEmail);
      await expect(heading(page, /^Two questions, chosen for you by /)).toBeVisible();
    }),
  },
  {
    name: 'preview-opened',
    open: preview(async (page, world) => {
      await proveAll(page, world);
      await openLetter(page);
      await expect(page.getByRole('article').first()).toBeVisible();
    }),
  },
];
