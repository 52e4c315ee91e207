// The owner's executors: the link to share, a corrected address, a new code, and the message for each refusal.
import { correctExecutor, listExecutors, reissueCode } from '@remembrance/contract/executors.ts';
import { listFiles } from '@remembrance/contract/files.ts';
import { getProof, proveByPassword } from '@remembrance/contract/proof.ts';
import { getVault, type Vault } from '@remembrance/contract/vaults.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { field, fill, pageText, pressTwice, saidAt, toastText } from '../../../testing/on-screen.ts';
import { announces, fakeService, openScreen, shows } from '../../../testing/open-screen.tsx';
import { ada, ben, letterToRosa } from '../../../testing/samples.ts';

const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString();

beforeEach(() => {
  fakeService().reply(listFiles, []);
  fakeService().reply(listExecutors, [ben]);
});

async function open(changes: Partial<Vault> = {}) {
  fakeService().reply(getVault, { ...letterToRosa, ...changes });
  const opened = openScreen(`/vault/${letterToRosa.id}`, { signedIn: ada });
  await shows('ben@example.com');
  const press = (name: string) => opened.user.click(screen.getByRole('button', { name }));
  const inDialog = async (name: string) => {
    const dialog = await screen.findByRole('dialog');
    await opened.user.click(within(dialog).getByRole('button', { name }));
  };
  return { ...opened, press, inDialog };
}
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const corrections = () => fakeService().received(correctExecutor);
const reissues = () => fakeService().received(reissueCode);

test('the shared link names the vault and includes the offer, but never the code', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
  const { press } = await open({ title: 'Für Rosa & Ruth 👵🏽' });
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText);
  await press('Share link');
  await announces('Link copied!The link has been copied to your clipboard.');
  const link = new URL(writeText.mock.calls[0]?.[0] ?? '');
  expect(link.origin + link.pathname).toBe('https://remembrance.example/executor-access');
  expect(Object.fromEntries(link.searchParams)).toEqual({
    vault: letterToRosa.id,
    title: 'Für Rosa & Ruth 👵🏽',
    promo: 'freetrial',
  });
});

test('anyone who follows the shared link sees the title and is asked for the code', async () => {
  openScreen(`/executor-access?vault=${letterToRosa.id}&title=For+Rosa&promo=freetrial`);
  await shows('You were sent a link for this vaultFor Rosa');
  expect(field('Access code').value).toBe('');
});

test('an executor without a name is shown by address, and several executors are listed separately', async () => {
  fakeService().reply(listExecutors, [ben, { ...ben, id: 'e2', name: '', email: 'ruth@example.com' }]);
  await open();
  const rows = within(screen.getByRole('region', { name: 'Executors' })).getAllByRole('listitem');
  expect(rows).toHaveLength(2);
  expect(rows[1]?.textContent).toMatch(/^ruth@example\.comShare link/);
  const described = rows.flatMap((row) =>
    within(row).getAllByRole('button', { description: /^Ben Achterberg|^ruth@/ }),
  );
  expect(described).toHaveLength(6);
});

test('a corrected address is saved and shown, and the page says that it gets a new code', async () => {
  const service = fakeService();
  const moved = { ...ben, email: 'ben@example.org', codeSentAt: '2027-01-01T10:00:00.000Z' };
  service.replyWith(correctExecutor, () => {
    service.reply(listExecutors, [moved]);
    return moved;
  });
  const { press } = await open();
  await press('Change executor');
  await screen.findByRole('dialog', { name: 'Change executor' });
  expect(field('Executor name').value).toBe('Ben Achterberg');
  expect(saidAt('Executor email')).toBe(
    'We send an email with a new code to a new address. The previous code then stops working.',
  );
  fill('Executor email', ' ben@example.org ');
  pressTwice(screen.getByRole('button', { name: 'Save' }));
  await announces('Executor UpdatedWe are sending a new code. The previous one no longer works.');
  await isClosed();
  await shows('ben@example.org');
  expect(corrections()).toMatchObject([
    { params: { id: letterToRosa.id, executorId: ben.id }, body: { name: 'Ben Achterberg', email: 'ben@example.org' } },
  ]);
});

test('a second address is shown, sent only if it is filled or was, and is refused if it is the first', async () => {
  const service = fakeService();
  const once = { ...ben, secondEmail: null };
  const twice = { ...ben, secondEmail: 'ben@work.example.com' };
  service.reply(listExecutors, [once]);
  service.reply(correctExecutor, ben);
  const { press, inDialog } = await open();
  await shows('No second address');
  await press('Change executor');
  expect(saidAt('Second address')).toBe(
    'It gets the code if our email to the first may not have arrived, or if nobody confirms it for 3 days. Later emails go to both.',
  );
  fill('Second address', 'BEN@example.com');
  await inDialog('Save');
  await waitFor(() => expect(saidAt('Second address')).toContain('This is the first address already.'));
  fill('Second address', ' ben@work.example.com ');
  service.replyWith(correctExecutor, () => {
    service.reply(listExecutors, [twice]);
    return twice;
  });
  await inDialog('Save');
  await isClosed();
  await shows('Second address: ben@work.example.com');
  await press('Change executor');
  expect(saidAt('Second address')).toContain('If you change or remove it, we send a new code to the first.');
  fill('Second address', '');
  await inDialog('Save');
  await isClosed();
  const known = { name: 'Ben Achterberg', email: 'ben@example.com', note: '' };
  expect(corrections().map(({ body }) => body)).toEqual([
    { ...known, secondEmail: 'ben@work.example.com' },
    { ...known, secondEmail: '' },
  ]);
});

test('a second address goes with the first, comes back with it, and stays if another was entered', async () => {
  const service = fakeService();
  service.reply(listExecutors, [{ ...ben, secondEmail: 'ben@work.example.com' }]);
  service.reply(correctExecutor, ben);
  const { press, inDialog } = await open({ releaseRequest: { askedBy: 'Ben', state: 'asked', dueAt: inAWeek } });
  await press('Change executor');
  expect(saidAt('Executor email')).toContain('If they asked for the release, or agreed to it, that request ends.');
  fill('Executor email', 'petra@example.com');
  expect(field('Second address').value).toBe('');
  expect(saidAt('Second address')).toMatch(/^ben@work.example.com goes with the first address, because it may be/);
  fill('Executor email', 'BEN@example.com');
  expect(field('Second address').value).toBe('ben@work.example.com');
  fill('Second address', letterToRosa.recipientEmail);
  expect(saidAt('Second address')).toMatch(/^This is also the recipient/);
  fill('Second address', 'petra@work.example.com');
  fill('Executor email', 'petra@example.com');
  expect(field('Second address').value).toBe('petra@work.example.com');
  fill('Second address', '');
  await inDialog('Save');
  await isClosed();
  expect(corrections().map(({ body }) => body)).toMatchObject([{ email: 'petra@example.com', secondEmail: '' }]);
});

test('an own address, and one person twice, are questioned here as in the review of a new vault', async () => {
  const { press } = await open();
  await press('Add another executor');
  fill('Executor email', ` ${ada.email.toUpperCase()}`);
  expect(saidAt('Executor email')).toContain('This is your own address.');
  fill('Executor email', 'ruth@example.com');
  expect(saidAt('Executor email')).toBe('');
  await press('Cancel');
  await press('Change executor');
  fill('Executor email', letterToRosa.recipientEmail);
  expect(saidAt('Executor email')).toMatch(
    /^This is also the recipient, .* We send an email with a new code to a new address/,
  );
});

const codeOf = ({ name }: { name: string }) => ({
  executor: name,
  writtenAt: '2026-03-01T10:05:00.000Z',
  letter: 'accepted' as const,
  usedAt: null,
  confirmedAt: null,
});

test('after a change the page names only the new executor, never the previous one', async () => {
  const service = fakeService();
  const nils = { ...ben, name: 'Nils Holgers', email: 'nils@example.org' };
  service.replyWith(correctExecutor, () => {
    service.reply(listExecutors, [nils]);
    service.reply(getVault, { ...letterToRosa, codes: [codeOf(nils)] });
    return nils;
  });
  const { press, inDialog } = await open({ codes: [codeOf(ben)] });
  await press('Change executor');
  fill('Executor name', nils.name);
  fill('Executor email', nils.email);
  await inDialog('Save');
  await isClosed();
  await waitFor(() => expect(pageText()).not.toContain(ben.name));
  expect(pageText().split(nils.name).length).toBeGreaterThan(2);
});

test('executors can be added until there are five, and never to a released vault', async () => {
  const five = Array.from({ length: 5 }, (_, i) => ({ ...ben, id: `e${i}`, email: `ben${i}@example.com` }));
  const offersAnother = () => screen.queryByRole('button', { name: 'Add another executor' }) !== null;
  for (const [executors, changes, isOffered] of [
    [[ben], {}, true],
    [five.slice(1), {}, true],
    [[{ ...ben }, ...five.slice(1)], {}, false],
    [[ben], { status: 'released', releasedAt: '2026-04-02T14:30:00.000Z' }, false],
  ] as const) {
    fakeService().reply(listExecutors, [...executors]);
    fakeService().reply(getVault, { ...letterToRosa, ...changes });
    openScreen(`/vault/${letterToRosa.id}`, { signedIn: ada });
    await shows(executors[0].email);
    expect(offersAnother()).toBe(isOffered);
    cleanup();
  }
});

test('a corrected name sends no new code, and the page does not claim that it did', async () => {
  fakeService().reply(correctExecutor, { ...ben, name: 'בן' });
  const { press, inDialog } = await open();
  await press('Change executor');
  fill('Executor name', 'בן');
  await inDialog('Save');
  await announces('Executor Updated');
  expect(toastText()).not.toContain('code');
});

test('before the payment the page does not mention a code', async () => {
  const { press } = await open({ paymentStatus: 'unpaid' });
  await press('Change executor');
  await screen.findByRole('dialog');
  expect(saidAt('Executor email')).toBe('');
  expect(screen.queryByRole('button', { name: 'Send a new code' })).toBeNull();
});

test.each([
  ['Executor email', '', 'Valid email required'],
  ['Executor email', 'ben@', 'Valid email required'],
  ['Executor name', 'Ben https://example.com', 'Please write the name without a web or email address'],
])('%s corrected to “%s” is refused at its field and not sent', async (label, value, words) => {
  const { press, inDialog } = await open();
  await press('Change executor');
  fill(label, value);
  await inDialog('Save');
  await waitFor(() => expect(saidAt(label)).toContain(words));
  expect(corrections()).toEqual([]);
});

test('a refusal by the service keeps the typed text, and is shown at its field or as a toast', async () => {
  const service = fakeService();
  const { press, inDialog } = await open();
  await press('Change executor');
  fill('Executor email', 'ben@example.org');
  service.refuse(correctExecutor, 'invalid-input', { fields: { email: 'Please use another address' } });
  await inDialog('Save');
  await waitFor(() => expect(saidAt('Executor email')).toContain('Please use another address'));
  service.refuse(correctExecutor, 'letter-limit-reached');
  await inDialog('Save');
  await announces('Update FailedWe cannot send any more emails of this kind today. Please try again tomorrow.');
  service.refuse(correctExecutor, 'vault-released');
  await inDialog('Save');
  await announces('Update FailedThis vault has already been released and cannot be edited');
  service.fail(correctExecutor);
  await inDialog('Save');
  await announces('Update FailedThe executor could not be changed. Please try again.');
  expect(within(screen.getByRole('dialog')).getByRole('alert').textContent).toBe(
    'Update FailedThe executor could not be changed. Please try again.',
  );
  expect(field('Executor email').value).toBe('ben@example.org');
  expect(corrections()).toHaveLength(4);
});

test('cancelling a correction changes nothing, and the dialog reopens with the stored values', async () => {
  const { press, inDialog } = await open();
  await press('Change executor');
  fill('Executor email', 'somebody@example.org');
  await inDialog('Cancel');
  await isClosed();
  await press('Change executor');
  expect(field('Executor email').value).toBe('ben@example.com');
  expect(corrections()).toEqual([]);
});

test('a new code is sent after a confirmation that names the address and says that the old code stops working', async () => {
  const service = fakeService();
  service.reply(reissueCode, ben);
  const { press, inDialog } = await open();
  await press('Send a new code');
  await shows('We send an email with a new access code to ben@example.com. Their current code then stops working.');
  await inDialog('Cancel');
  await isClosed();
  expect(reissues()).toEqual([]);
  await press('Send a new code');
  const letGo = service.hold(reissueCode);
  pressTwice(within(screen.getByRole('dialog')).getByRole('button', { name: 'Send a new code' }));
  letGo();
  await announces('New Code SentThe previous code no longer works.');
  await isClosed();
  expect(reissues()).toHaveLength(1);
});

test.each([
  ['letter-limit-reached', 'We cannot send any more emails of this kind today. Please try again tomorrow.'],
  ['executor-not-found', 'This vault has no such executor.'],
  ['vault-released', 'This vault has already been released and cannot be edited'],
] as const)('a new code refused with %s is reported as not sent', async (code, words) => {
  fakeService().refuse(reissueCode, code);
  const { press, inDialog } = await open();
  await press('Send a new code');
  await inDialog('Send a new code');
  await announces(`Not Sent${words}`);
  await isClosed();
});

test('a correction that needs a proof asks for it, and then sends the typed text', async () => {
  const service = fakeService();
  const proof = { secondsLeft: 0, hasPassword: true, hasPasskey: false };
  service.refuse(correctExecutor, 'proof-needed');
  service.reply(getProof, proof);
  service.reply(proveByPassword, { ...proof, secondsLeft: 600 });
  const { press, inDialog, user } = await open();
  await press('Change executor');
  fill('Executor email', 'ben@example.org');
  await inDialog('Save');
  const dialog = await screen.findByRole('dialog', { name: 'Please confirm it is you' });
  service.reply(correctExecutor, { ...ben, email: 'ben@example.org' });
  await user.type(await within(dialog).findByLabelText('Your password'), 'a quiet lake in june');
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
  await announces('Executor Updated');
  expect(corrections()[1]?.body).toEqual({ name: 'Ben Achterberg', email: 'ben@example.org', note: '' });
  expect(pageText()).not.toContain('a quiet lake in june');
});
