// Releasing a vault: confirmed first, sent once, and the message if it was released before or cannot be released now.
import { releaseVault, reopenQuestionsByExecutor } from '@remembrance/contract/release.ts';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { code, openVault, summary } from '../../../testing/executor-page.ts';
import { field, pageText, pressTwice, readyButton } from '../../../testing/on-screen.ts';
import { announces, fakeService, heading, openScreen, shows } from '../../../testing/open-screen.tsx';

const releasedAt = '2026-04-02T14:30:00.000Z';

async function confirmRelease(user: UserEvent) {
  await user.click(await readyButton('Release Vault'));
  const dialog = await screen.findByRole('dialog', { name: 'Release this vault?' });
  await user.click(within(dialog).getByRole('button', { name: 'Release Vault' }));
}
const isDialogClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const releases = () => fakeService().received(releaseVault);

test('cancelling the confirmation releases nothing', async () => {
  const { user } = await openVault();
  await user.click(await readyButton('Release Vault'));
  const dialog = await screen.findByRole('dialog', { name: 'Release this vault?' });
  expect(dialog.textContent).toContain(
    'An email with a link to the vault goes to Rosa Lindqvist at rosa@example.com at once.You cannot undo a release.',
  );
  await user.click(within(dialog).getByRole('button', { name: 'Not now' }));
  await isDialogClosed();
  expect(releases()).toEqual([]);
  await readyButton('Release Vault');
});

test('before the confirmation the page says what a release does, and that the executor cannot undo it', async () => {
  await openVault();
  const heading = screen.getByRole('heading', { level: 3, name: 'What releasing does' });
  const points = Array.from(heading.parentElement?.querySelectorAll('li') ?? [], (item) => item.textContent);
  expect(points).toEqual([
    'Rosa Lindqvist gets an email with a link immediately, and can read what is inside after answering questions that Ada Lindqvist chose. We also write to Ada Lindqvist.',
    'You will not see what is inside.',
    'You cannot undo it. We do not check whether Ada Lindqvist has died. We rely on you.',
  ]);
  expect(releases()).toEqual([]);
});

test.each([true, false])(
  'whether the owner was here in the last 30 days (%s) is said before a release',
  async (was) => {
    const { user } = await openVault({ wasOwnerHere: was });
    const words = 'Ada Lindqvist used their account in the last 30 days. Have the two of you spoken?';
    expect(pageText()).not.toContain(words);
    await user.click(await readyButton('Release Vault'));
    const dialog = await screen.findByRole('dialog', { name: 'Release this vault?' });
    expect(dialog.textContent?.includes(words)).toBe(was);
    expect(within(dialog).getAllByRole('button')[0]?.textContent).toBe('Not now');
  },
);

test('an executor reads before a release that the owner has undone an earlier one, and the request names it', async () => {
  const { user } = await openVault({ releasesUndone: 1 });
  fakeService().reply(releaseVault, { vaultId: summary.id, releasedAt });
  await user.click(await readyButton('Release Vault'));
  const dialog = await screen.findByRole('dialog', { name: 'Release this vault?' });
  expect(dialog.textContent).toContain('Ada Lindqvist has undone an earlier release of this vault.');
  await user.click(within(dialog).getByRole('button', { name: 'Release Vault' }));
  await announces('Vault Released');
  expect(releases().map(({ body }) => body)).toEqual([{ accessCode: expect.any(String), releasesUndone: 1 }]);
});

test('a release is sent once, and the final page has no field, code or address', async () => {
  const service = fakeService();
  const { user } = await openVault();
  service.reply(releaseVault, { vaultId: summary.id, releasedAt });
  const letGo = service.hold(releaseVault);
  await confirmRelease(user);
  const dialog = screen.getByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Release Vault' }));
  await user.keyboard('{Escape}');
  letGo();
  await announces('Vault ReleasedThe recipient will receive their Remembrance');
  await shows('Vault Released');
  await shows('The recipient will receive their Remembrance');
  await shows('There is nothing more you need to do.');
  const title = await heading('We have emailed Rosa Lindqvist');
  await waitFor(() => expect(document.activeElement).toBe(title));
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(pageText()).toMatch(/Ada Lindqvist’s vault, Thursday, April 2, 2026/);
  const left = window.location.href + JSON.stringify([window.history.state, { ...localStorage, ...sessionStorage }]);
  for (const secret of [code, 'rosa@example.com', 'For Rosa']) expect(left).not.toContain(secret);
  expect(releases()).toMatchObject([{ params: { vaultId: summary.id }, body: { accessCode: code } }]);
});

const releaseEnd = {
  vaultId: summary.id,
  ownerName: 'Ada Lindqvist',
  recipientName: 'Rosa Lindqvist',
  releasedAt,
};

test('a reload shows the final page again, which can be printed, and another vault starts with an empty field', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  const state = { releaseEnd: { ...releaseEnd, storedAt: Date.now() - 3_500_000 } };
  const { user } = openScreen('/executor-access', { state });
  await heading('We have emailed Rosa Lindqvist');
  expect(document.activeElement).toBe(document.body);
  await user.click(screen.getByRole('button', { name: 'Print this page' }));
  expect(print).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole('button', { name: 'Access Another Vault' }));
  await heading('Executor Access');
  expect(field('Access code').value).toBe('');
  expect(window.history.state).toBeNull();
});

test('after an hour the next person at the computer sees the code field and no names', async () => {
  const state = { releaseEnd: { ...releaseEnd, storedAt: Date.now() - 3_600_001 } };
  openScreen('/executor-access', { state });
  await heading('Executor Access');
  expect(pageText()).not.toContain('Rosa');
});

test('a failed release closes the dialog, shows the reason, and can be retried', async () => {
  const service = fakeService();
  const { user } = await openVault();
  service.fail(releaseVault);
  await confirmRelease(user);
  await announces('Release FailedFailed to release vault');
  await isDialogClosed();
  service.disconnect(releaseVault);
  await confirmRelease(user);
  await announces(lost);
  service.reply(releaseVault, { vaultId: summary.id, releasedAt });
  await confirmRelease(user);
  await announces('Vault Released');
});

test('UNDO-9: a repeated request names what the executor saw; if the owner has undone the release since, the page leads back to the code', async () => {
  const service = fakeService();
  const { user } = await openVault();
  service.replyWith(releaseVault, () => {
    service.refuse(releaseVault, 'release-undone');
    throw new TypeError('Failed to fetch');
  });
  await confirmRelease(user);
  await announces('Not ReleasedThe owner of this vault has undone its release since you opened this page');
  await heading('Executor Access');
  expect(releases().map(({ body }) => body)).toEqual([
    { accessCode: expect.any(String) },
    { accessCode: expect.any(String), releasesUndone: 0 },
  ]);
});

const lost = 'Release FailedThe service could not be reached, so we do not know whether the vault was released.';

test('a release whose response was lost is requested again immediately, and shown as released', async () => {
  const service = fakeService();
  const { user } = await openVault();
  service.replyWith(releaseVault, () => {
    service.refuse(releaseVault, 'already-released', { releasedAt });
    throw new TypeError('Failed to fetch');
  });
  await confirmRelease(user);
  await announces('Vault Released');
  await shows('There is nothing more you need to do.');
  expect(releases()).toHaveLength(2);
});

test('a release whose response was lost with the connection is shown as released once it is back', async () => {
  const service = fakeService();
  const { user } = await openVault();
  service.disconnect(releaseVault);
  await confirmRelease(user);
  await announces(lost);
  service.refuse(releaseVault, 'already-released', { releasedAt });
  await confirmRelease(user);
  await announces('Vault Released');
  await shows('There is nothing more you need to do.');
});

test.each([
  ['a restarting service', (service: ReturnType<typeof fakeService>) => service.fail(releaseVault)],
  [
    'a database that ended',
    (service: ReturnType<typeof fakeService>) => service.refuse(releaseVault, 'database-unavailable'),
  ],
])('a release that %s did not confirm is shown as released after the next press', async (_, answer) => {
  const service = fakeService();
  const { user } = await openVault();
  answer(service);
  await confirmRelease(user);
  await announces('Release Failed');
  await isDialogClosed();
  service.refuse(releaseVault, 'already-released', { releasedAt });
  await confirmRelease(user);
  await announces('Vault Released');
  await shows('There is nothing more you need to do.');
});

test('a second release shows the date of the first, and offers no other', async () => {
  const { user } = await openVault();
  fakeService().refuse(releaseVault, 'already-released', { releasedAt });
  await confirmRelease(user);
  await announces('Release FailedThis vault has already been released');
  await shows('Vault Already Released');
  expect(pageText()).toMatch(/Released on: Thursday, April 2, 2026/);
  expect(screen.queryByRole('button', { name: 'Release Vault' })).toBeNull();
  expect(screen.getByRole('group', { name: 'This vault' })).toBe(document.activeElement);
});

test('a code that was replaced in the meantime releases nothing, and the executor can enter another', async () => {
  const { user } = await openVault();
  fakeService().refuse(releaseVault, 'access-code-refused');
  await confirmRelease(user);
  await announces('Release FailedInvalid access code');
  await user.click(screen.getByRole('button', { name: 'Access Another Vault' }));
  expect(field('Access code').value).toBe('');
  expect(field('Access code')).toBe(document.activeElement);
  expect(pageText()).not.toContain('For Rosa');
});

test.each([
  [releasedAt, /Released on: Thursday, April 2, 2026/],
  [null, /Released on: N\/A/],
])('a vault released at %s shows its date, and cannot be released again', async (at, words) => {
  await openVault({ status: 'released', releasedAt: at });
  expect(pageText()).toMatch(words);
  expect(pageText()).toContain('Released');
  expect(screen.queryByRole('button', { name: 'Release Vault' })).toBeNull();
});

test('one click by the executor opens the questions again, once', async () => {
  const service = fakeService();
  await openVault({ status: 'released', releasedAt });
  service.reply(reopenQuestionsByExecutor, { reopened: true });
  const letGo = service.hold(reopenQuestionsByExecutor);
  pressTwice(screen.getByRole('button', { name: 'Open the questions again' }));
  letGo();
  await shows('The questions are open againAn email with a new link is on its way to the recipient.');
  expect(screen.queryByRole('button', { name: 'Open the questions again' })).toBeNull();
  expect(service.received(reopenQuestionsByExecutor)).toMatchObject([{ body: { accessCode: code } }]);
});

test('the page says that questions are open already, even if an earlier press opened them and its response was lost', async () => {
  const { user } = await openVault({ status: 'released', releasedAt });
  fakeService().reply(reopenQuestionsByExecutor, { reopened: false });
  await user.click(screen.getByRole('button', { name: 'Open the questions again' }));
  await shows('The questions are already openThe recipient can answer them with the link in our newest email to them.');
  expect(pageText()).not.toContain('on its way');
});

test('questions that were opened three times already stay closed, and the page says who to write to', async () => {
  const { user } = await openVault({ status: 'released', releasedAt });
  fakeService().refuse(reopenQuestionsByExecutor, 'reopenings-used-up');
  await user.click(screen.getByRole('button', { name: 'Open the questions again' }));
  await announces('Not OpenedThe questions of this vault have already been opened again three times.');
  await readyButton('Open the questions again');
});

test('two clicks before the page has updated release once, and no failure is shown', async () => {
  const service = fakeService();
  const { user } = await openVault();
  service.replyWith(releaseVault, () => {
    service.refuse(releaseVault, 'already-released', { releasedAt });
    return { vaultId: summary.id, releasedAt };
  });
  await user.click(await readyButton('Release Vault'));
  const dialog = await screen.findByRole('dialog', { name: 'Release this vault?' });
  const button = within(dialog).getByRole('button', { name: 'Release Vault' });
  pressTwice(button);
  await announces('Vault Released');
  await shows('There is nothing more you need to do.');
  expect(releases()).toHaveLength(1);
});
