// A vault as its owner sees it in each state: dates, status, message, files, who releases it, and what can be done.
import { editVault } from '@remembrance/contract/edit-vault.ts';
import { listExecutors } from '@remembrance/contract/executors.ts';
import { listFiles } from '@remembrance/contract/files.ts';
import { listQuestions } from '@remembrance/contract/questions.ts';
import { refusals } from '@remembrance/contract/refusals.ts';
import { reopenQuestions } from '@remembrance/contract/released-vaults.ts';
import { getVault, type Vault } from '@remembrance/contract/vaults.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fill, hrefOf, isDisabled, pageText, pressTwice, readyButton } from '../../../testing/on-screen.ts';
import { announces, fakeService, heading, openScreen, sentTo, shows } from '../../../testing/open-screen.tsx';
import { ada, ben, heron, letterToRosa, picture } from '../../../testing/samples.ts';

const released = { status: 'released', releasedAt: '2026-04-02T14:30:00.000Z' } as const;
const address = `/vault/${letterToRosa.id}`;

beforeEach(() => {
  fakeService().reply(listFiles, []);
  fakeService().reply(listExecutors, [ben]);
});

async function open(changes: Partial<Vault> = {}) {
  const vault = { ...letterToRosa, ...changes };
  fakeService().reply(getVault, vault);
  const opened = openScreen(address, { signedIn: ada });
  await heading(vault.title);
  await shows('ben@example.com');
  return opened;
}
const sectionText = (name: string) => screen.getByRole('region', { name }).textContent ?? '';

test('a vault shows its dates, its state, its files and who can release it', { tags: 'long' }, async () => {
  const letter = { ...picture, id: 'f2', fileName: 'كلمات.txt', fileType: 'message', sizeBytes: 20 } as const;
  fakeService().reply(listFiles, [{ ...picture, caption: 'Us at the lake, 1987' }, letter]);
  await open({ scheduledReleaseDate: '2040-05-01T10:00:00.000Z' });
  await shows('Lake in June.jpg');
  expect(pageText()).toContain('Created Mar 1, 2026');
  expect(screen.getByText('Active')).toBeDefined();
  expect(sectionText('Personal message')).toContain('Dear Rosa,\nremember the lake.');
  expect(sectionText('Recipient')).toContain('Rosa Lindqvistrosa@example.com');
  expect(sectionText('Release')).toMatch(/Scheduled release: Tuesday, May 1, 2040/);
  expect(sectionText('Release')).not.toContain('cannot be changed');
  expect(
    within(screen.getByRole('region', { name: 'Files' }))
      .getAllByRole('listitem')
      .map((row) => row.textContent),
  ).toEqual(['Us at the lake, 1987Art1.25 MBOpenDownloadLake in June.jpg', 'كلمات.txtMessageunder 0.01 MBDownload']);
  expect(sectionText('Executors')).toContain('Ben Achterbergben@example.com');
  expect(hrefOf('Edit Vault')).toBe(`${address}/edit`);
});

test('the questions of a vault are loaded when its owner wants to see them', async () => {
  const service = fakeService();
  service.reply(listQuestions, [heron]);
  const { user } = await open();
  expect(service.received(listQuestions)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'What they will be asked' }));
  await shows(heron.question);
});

const dated = { scheduledReleaseDate: '2040-05-01T10:00:00.000Z' };

test.each([
  ['no edits left', { editsAllowed: 1, editCount: 1 }],
  ['a lapsed plan', { paymentStatus: 'lapsed' } as const],
])('DATE-1: one press removes the date of a vault with %s', async (_, state) => {
  const { user } = await open({ ...dated, ...state });
  const removed = { ...letterToRosa, ...state, scheduledReleaseDate: null };
  fakeService().reply(editVault, removed);
  await user.click(await readyButton('Remove the date'));
  await announces('You can restore it for 7 days with the link in the email we sent you.');
  expect(sentTo(editVault)).toEqual([{ removesReleaseDate: true }]);
  await shows('No date is set. Your executor releases the vault.');
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'When it is released' }));
});

test('DATE-1: a date is postponed on the page of a vault that has no edits left, and an earlier one is refused there', async () => {
  const { user } = await open({ ...dated, editsAllowed: 1, editCount: 1 });
  await user.click(await readyButton('Choose a later date'));
  fill('New release date', '2039-01-01T10:00');
  await user.click(await readyButton('Save the date'));
  await shows('Please choose a date after Tuesday, May 1, 2040');
  const scheduledReleaseDate = new Date(2041, 0, 1, 10, 0).toISOString();
  fakeService().reply(editVault, { ...letterToRosa, scheduledReleaseDate });
  fill('New release date', '2041-01-01T10:00');
  await user.click(await readyButton('Save the date'));
  await announces('Date Postponed');
  expect(sentTo(editVault)).toEqual([{ scheduledReleaseDate }]);
  expect(sectionText('Release')).toContain('Scheduled release: Tuesday, January 1, 2041');
});

test('the only way of release can be postponed but not removed, and the page says what to do first', async () => {
  await open({ ...dated, codes: [] });
  expect(screen.queryByRole('button', { name: 'Remove the date' })).toBeNull();
  expect(sectionText('Release')).toContain('To remove the date, add an executor first.');
  await readyButton('Choose a later date');
});

test('the reminder leads to the place where the date is removed', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  fakeService().reply(getVault, { ...letterToRosa, ...dated });
  openScreen(`${address}?place=release-date`, { signedIn: ada });
  await readyButton('Remove the date');
  expect((scrolled.mock.contexts[0] as Element).textContent).toContain('Scheduled release');
});

test('a released vault shows its date, and cannot be edited, deleted or given a new code', async () => {
  await open(released);
  expect(sectionText('Executors')).toContain('The vault has been released.');
  screen.getByRole('link', { name: 'See it as they do' });
  expect(screen.getByText('Released')).toBeDefined();
  expect(sectionText('Release')).toMatch(/Released on: Thursday, April 2, 2026/);
  expect(pageText()).not.toMatch(/Edit Vault|Delete Vault|Send a new code|Change executor|Scheduled/);
  expect(screen.queryByRole('button', { name: 'Share link' })).toBeNull();
});

test('a released vault without a date says so, and its questions are not called closed', async () => {
  await open({ ...released, releasedAt: null });
  expect(sectionText('Release')).toContain('Released on: N/A');
  expect(pageText()).not.toContain('The questions are closed');
});

test('a vault without message, files, date or executor says so instead of showing blanks', async () => {
  fakeService().reply(listExecutors, []);
  fakeService().reply(getVault, { ...letterToRosa, message: '', codes: [] });
  openScreen(address, { signedIn: ada });
  await shows('This vault has no message.');
  await shows('This vault has no files.');
  await shows(
    'No date is set, and the vault has no executor. Please add an executor or a date. Without either, nobody can release it.',
  );
  await shows('This vault has no executor.');
});

test('a vault without an executor is released on its date, and one without a date by its executor', async () => {
  await open();
  expect(sectionText('Release')).toContain('No date is set. Your executor releases the vault.');
  fakeService().reply(listExecutors, []);
  fakeService().reply(getVault, { ...letterToRosa, codes: [], scheduledReleaseDate: '2040-05-01T10:00:00.000Z' });
  openScreen(address, { signedIn: ada });
  await shows('This vault has no executor. It is released on the date you chose.');
});

test('an unpaid vault says that nobody can release it, and links to its payment', async () => {
  await open({ paymentStatus: 'unpaid' });
  expect(screen.getByText('Unpaid')).toBeDefined();
  expect(pageText()).toContain('Nobody can release it until it is paid for.');
  expect(hrefOf('Complete payment')).toBe(`/checkout/${letterToRosa.id}`);
  expect(screen.queryByRole('button', { name: 'Send a new code' })).toBeNull();
});

test.each([
  [{ editCount: 0, editsAllowed: 2 }, '2 edits left'],
  [{ editCount: 1, editsAllowed: 2 }, '1 edit left'],
  [{ editCount: 99, editsAllowed: -1 }, 'Unlimited edits'],
])('a vault with %o edits says “%s” next to the button', async (edits, words) => {
  await open(edits);
  expect(screen.getByRole('link', { name: 'Edit Vault' }).getAttribute('aria-describedby')).not.toBeNull();
  expect(screen.getByText(words)).toBeDefined();
});

test.each([
  [{ editCount: 1, editsAllowed: 1 }, refusals['edit-limit-reached'].detail, false],
  [{ paymentStatus: 'lapsed', editsAllowed: -1 } as const, 'Until you do, you cannot edit this vault.', true],
])(
  'a vault that cannot be edited (%o) shows why before the button is pressed',
  async (changes, words, leadsToBilling) => {
    await open(changes);
    expect(isDisabled('Edit Vault')).toBe(true);
    const described = screen.getByRole('button', { name: 'Edit Vault' }).getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(described)?.textContent).toContain(words);
    expect(screen.queryByRole('link', { name: 'Restart the plan' })?.getAttribute('href') === '/account/billing').toBe(
      leadsToBilling,
    );
  },
);

test('loading is announced, and a vault that could not be loaded shows why and can be retried', async () => {
  const service = fakeService();
  service.disconnect(getVault);
  const letGo = service.hold(getVault);
  const { user } = openScreen(address, { signedIn: ada });
  expect((await screen.findByText('Loading your vault')).closest('[role=status]')).not.toBeNull();
  letGo();
  await heading('Your vault could not be shown');
  await shows('The service could not be reached.');
  service.reply(getVault, letterToRosa);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await heading('For Rosa');
  await shows('ben@example.com');
});

test('a vault that is missing or somebody else’s is not found, and the page links home', async () => {
  fakeService().refuse(getVault, 'vault-not-found');
  openScreen(address, { signedIn: ada });
  await heading('Vault Not Found');
  await shows("This vault doesn't exist or you don't have access to it");
  await shows(`You are logged in as ${ada.email}. If the vault is in another account, log out and log in there.`);
  expect(hrefOf('Return Home')).toBe('/');
});

test('files and executors that could not be loaded say so in place, and each is retried on its own', async () => {
  const service = fakeService();
  service.refuse(listFiles, 'database-unavailable');
  service.disconnect(listExecutors);
  service.reply(getVault, letterToRosa);
  const { user } = openScreen(address, { signedIn: ada });
  await shows('We could not finish this.');
  await shows('The service could not be reached.');
  const tryAgainIn = (name: string) =>
    user.click(within(screen.getByRole('region', { name })).getByRole('button', { name: 'Try again' }));
  service.reply(listFiles, [picture]);
  await tryAgainIn('Files');
  await shows('Lake in June.jpg');
  service.reply(listExecutors, [ben]);
  await tryAgainIn('Executors');
  await shows('Ben Achterberg');
  expect(service.received(getVault)).toHaveLength(1);
});

test('a file whose content does not match its name says so, and can only be downloaded', async () => {
  const service = fakeService();
  const other = { mimeType: 'application/octet-stream', fileType: 'document', isOtherThanClaimed: true } as const;
  service.reply(listFiles, [{ ...picture, ...other }]);
  service.reply(listExecutors, [ben]);
  service.reply(getVault, letterToRosa);
  openScreen(address, { signedIn: ada });
  await shows('The content of this file does not match its name. We keep it unchanged.');
  expect(hrefOf('Download Lake in June.jpg')).toBe(picture.downloadUrl);
  expect(screen.queryByRole('button', { name: 'Open Lake in June.jpg' })).toBeNull();
});

test('a file that a virus scanner reported says so calmly to its owner, and can be opened and downloaded', async () => {
  const service = fakeService();
  service.reply(listFiles, [
    { ...picture, finding: 'Doc.Dropper.Agent' },
    { ...picture, id: 'f2', fileName: 'Heron.jpg' },
  ]);
  service.reply(listExecutors, [ben]);
  service.reply(getVault, letterToRosa);
  openScreen(address, { signedIn: ada });
  await shows('We keep the file unchanged. If you created it yourself, the report may be wrong.');
  const words = 'A virus scanner reported this file as Doc.Dropper.Agent.';
  const [reported, other] = screen.getAllByRole('listitem').filter((row) => /Lake|Heron/.test(row.textContent ?? ''));
  expect(reported?.textContent).toContain(words);
  expect(other?.textContent).not.toContain('scanner');
  expect(screen.getByText('Doc.Dropper.Agent').getAttribute('translate')).toBe('no');
  expect(hrefOf('Download Lake in June.jpg')).toBe(picture.downloadUrl);
  screen.getByRole('button', { name: 'Open Lake in June.jpg' });
});

test('one click opens closed questions, and the page says that a letter is on its way', async () => {
  const service = fakeService();
  service.reply(reopenQuestions, { reopened: true });
  await open({ ...released, questionsLocked: true });
  expect(pageText()).toContain('There were too many wrong answers.');
  const letGo = service.hold(reopenQuestions);
  pressTwice(screen.getByRole('button', { name: 'Open the questions again' }));
  letGo();
  await shows('The questions are open againAn email with a new link is on its way to the recipient.');
  expect(pageText()).not.toContain('The questions are closed');
  expect(service.received(reopenQuestions)).toMatchObject([{ params: { id: letterToRosa.id } }]);
});

test('questions that could not be opened stay closed, and say so', async () => {
  fakeService().disconnect(reopenQuestions);
  const { user } = await open({ ...released, questionsLocked: true });
  await user.click(screen.getByRole('button', { name: 'Open the questions again' }));
  await announces('Not OpenedThe service could not be reached.');
  await readyButton('Open the questions again');
  await waitFor(() => expect(pageText()).toContain('The questions are closed'));
});

test('a vault shows its status and its seal, and its title names the tab', async () => {
  const writtenAt = '2026-03-01T10:05:00.000Z';
  await open({
    codes: [{ executor: 'Ben Achterberg', writtenAt, letter: 'accepted', usedAt: null, confirmedAt: null }],
  });
  expect(sectionText('Status')).toContain('Ben Achterberg has not confirmed our email yetDelivered Mar 1, 2026');
  expect(screen.getAllByRole('link', { name: 'See it as they will' })).toHaveLength(1);
  expect(sectionText('Executors')).toContain('They release the vault when the time comes.');
  expect(screen.getByRole('img', { name: 'The seal of For Rosa' })).toBeDefined();
  expect(document.title).toBe('For Rosa · Remembrance');
});

test('an executor who has not confirmed our email is asked with a ready text, which never contains the code and can be copied', async () => {
  const writtenAt = '2026-03-01T10:05:00.000Z';
  const { user } = await open({
    codes: [{ executor: 'Ben Achterberg', writtenAt, letter: 'waiting', usedAt: null, confirmedAt: null }],
  });
  const copy = vi.spyOn(navigator.clipboard, 'writeText');
  expect(pageText()).toContain('Ask Ben Achterberg');
  await user.click(screen.getByText(/^Copy$/));
  await shows('Copied. You can paste it into a message.');
  expect(copy.mock.calls[0]?.[0]).toMatch(/a vault for Rosa Lindqvist with Remembrance.*press “I have it”/);
  expect(copy.mock.calls[0]?.[0]).not.toContain('enter the code');
  copy.mockRejectedValue(new Error('denied'));
  await user.click(screen.getByText(/^Copy$/));
  await shows('Please select and copy the text above.');
});

const notSent = { usedAt: null, confirmedAt: null, writtenAt: '2026-03-01T10:05:00.000Z' };
const foldedToday = () => screen.queryByText('If it were released today')?.closest('details');

test('what a release today would do is folded while nothing is missing, and says so', async () => {
  await open();
  await shows('Nothing is missing.');
  expect(foldedToday()?.open).toBe(false);
  expect(foldedToday()?.textContent).toContain('Rosa Lindqvist would get your message.');
});

test('“Add a second address” opens the choice of what happens if our email is not opened', async () => {
  await open();
  expect(hrefOf('Add a second address')).toBe('#recipient');
  expect(document.getElementById('recipient')?.textContent).toContain(letterToRosa.recipientEmail);
  window.location.hash = '#recipient';
  await screen.findByLabelText(/^A second address/);
});

test('what is missing for a release is open with what fills it, and is said once', async () => {
  await open({ codes: [{ executor: 'Ben Achterberg', letter: 'undelivered', ...notSent }] });
  expect(foldedToday()?.open).toBe(true);
  await shows('Ben Achterberg does not have the code.');
  expect(hrefOf('Check the address')).toBe('#executors');
  expect(document.getElementById('executors')?.textContent).toContain('Change executor');
  expect(pageText()).not.toContain('Nothing is missing');
});

test.each<[string, Partial<Vault>]>([
  ['unpaid', { paymentStatus: 'unpaid', codes: [] }],
  ['released', released],
])('a vault that is %s has no release to imagine', async (_, state) => {
  await open(state);
  expect(foldedToday()).toBeUndefined();
});

test('an owner’s page links to the vaults, billing and the account', async () => {
  await open();
  const nav = within(screen.getByRole('navigation', { name: 'Your pages' }));
  const hrefs = nav.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(hrefs).toEqual([
    ['Back to your vaults', '/'],
    ['Billing', '/account/billing'],
    ['AOYour account', '/account'],
  ]);
});
