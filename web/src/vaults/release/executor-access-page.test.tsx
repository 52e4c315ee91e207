// The executor's page up to the summary: the code, what it shows, the messages for refusals, and the banner of a shared link.
import { verifyExecutor } from '@remembrance/contract/release.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { code, enterCode, openExecutorPage, openVault, summary } from '../../../testing/executor-page.ts';
import { field, isBusy, pageText, saidAt, toastText } from '../../../testing/on-screen.ts';
import { announces, fakeService, heading, shows } from '../../../testing/open-screen.tsx';

test('the form asks for a blank code, and nothing is sent', async () => {
  const { user } = openExecutorPage();
  await enterCode(user, '   ');
  await announces('Missing CodePlease enter your executor access code');
  expect(saidAt('Access code')).toContain('Missing Code: Please enter your executor access code');
  expect(field('Access code')).toBe(document.activeElement);
  expect(fakeService().received(verifyExecutor)).toEqual([]);
});

test.each([
  ['access-code-refused', 'Invalid access code'],
  ['too-many-requests', 'There were too many tries. Please wait a moment and try again.'],
  ['database-unavailable', 'We could not finish this. Please try again in a moment.'],
] as const)(
  'a code refused with %s opens nothing, says so at the field, and can be corrected',
  async (refusal, words) => {
    const service = fakeService();
    service.refuse(verifyExecutor, refusal);
    const { user } = openExecutorPage();
    await enterCode(user, code);
    await announces(`Verification Failed${words}`);
    expect(saidAt('Access code')).toContain(`Verification Failed: ${words}`);
    expect(field('Access code')).toBe(document.activeElement);
    expect(field('Access code').value).toBe(code);
    expect(screen.queryByRole('button', { name: 'Release Vault' })).toBeNull();
    service.reply(verifyExecutor, summary);
    await enterCode(user);
    await screen.findByRole('heading', { level: 2, name: 'For Rosa' });
  },
);

test('a short code gets a message about its length, and an unknown one about where to look', async () => {
  const service = fakeService();
  const { user } = openExecutorPage();
  await enterCode(user, '7q4');
  await announces('Verification FailedA code has 20 letters and numbers. This code has 3.');
  expect(saidAt('Access code')).toContain('A code has 20 letters and numbers. This code has 3.');
  expect(service.received(verifyExecutor)).toEqual([]);
  service.refuse(verifyExecutor, 'access-code-refused');
  await enterCode(user);
  await announces('Invalid access code');
  expect(saidAt('Access code')).toContain('Please compare it with your newest email.');
});

test('a code that is too long, or has a letter of another alphabet, is kept and explained, and nothing is sent', async () => {
  const { user } = openExecutorPage();
  await enterCode(user, `${code}A`);
  await announces('Verification FailedA code has 20 letters and numbers. This code has 21.');
  await enterCode(user, `Ш${code.slice(1)}`);
  await announces('“Ш” is not in a code');
  expect(field('Access code').value).toBe(`Ш${code.slice(1)}`);
  expect(fakeService().received(verifyExecutor)).toEqual([]);
});

test('a code that got no response, or an error, shows what to do', async () => {
  const service = fakeService();
  service.disconnect(verifyExecutor);
  const { user } = openExecutorPage();
  await enterCode(user);
  await announces('Verification FailedThe service could not be reached. Please check your connection and try again.');
  service.fail(verifyExecutor);
  await enterCode(user);
  await announces('Verification FailedInvalid access code');
});

test('EXE-1: a code shows the vault’s date, recipient and status, and none of its content', async () => {
  const note = 'The blue folder\nhas the addresses.';
  await openVault({ title: 'ל־Rosa, „für später“ 👵🏽', recipientName: 'روزا', note });
  await announces('Access VerifiedYou can now manage this vault');
  const title = screen.getByRole('heading', { level: 2, name: 'ל־Rosa, „für später“ 👵🏽' });
  expect(title).toBe(document.activeElement);
  const facts = screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  expect(facts).toEqual([
    ['Created', 'Mar 1, 2026'],
    ['Recipient', 'روزا'],
    ['Recipient email', 'rosa@example.com'],
  ]);
  expect(pageText()).toContain('Active');
  screen.getByRole('heading', { level: 1, name: 'Ada Lindqvist’s vault' });
  expect(pageText()).toContain(`Ada Lindqvist adds for you${note}`);
  screen.getByRole('img', { name: 'The seal of this vault' });
  expect(pageText()).not.toContain('remember the lake');
  expect(fakeService().received(verifyExecutor)[0]?.body).toEqual({ accessCode: code });
  expect(window.location.href + JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(code);
});

test('a code is grouped while it is typed, wherever the caret is', async () => {
  const { user } = openExecutorPage();
  await heading('Executor Access');
  await user.type(field('Access code'), '7q4m9txz2k-a1b2cd3e4');
  expect(field('Access code').value).toBe('7Q4M9-TXZ2K-A1B2C-D3E4');
  await user.type(field('Access code'), 'z', { initialSelectionStart: 5, initialSelectionEnd: 5 });
  expect(field('Access code').value).toBe('7Q4M9-ZTXZ2-KA1B2-CD3E4');
  expect(field('Access code').selectionStart).toBe(7);
  await user.clear(field('Access code'));
  await user.paste(`Your access code:\n\n    ${code}\n\nWhen Ada has died`);
  expect(field('Access code').value).toBe(code);
});

test.each([
  ['the field is left', '{Tab}'],
  ['the form is sent', '{Enter}'],
])('the code in a typed sentence is found when %s', async (_, last) => {
  const service = fakeService();
  service.reply(verifyExecutor, summary);
  const { user } = openExecutorPage();
  await heading('Executor Access');
  const typed = field('Access code');
  await user.type(typed, `Your access code: ${code.toLowerCase()}.${last}`);
  expect(typed.value).toBe(code);
  expect(service.received(verifyExecutor).map(({ body }) => body)).toEqual(
    last === '{Enter}' ? [{ accessCode: code }] : [],
  );
});

test('while a phone composes a word nothing changes, and the code is grouped afterwards', async () => {
  openExecutorPage();
  await heading('Executor Access');
  const typed = field('Access code');
  typed.focus();
  fireEvent.compositionStart(typed);
  fireEvent.input(typed, { target: { value: '7q4m9t' }, isComposing: true });
  expect(typed.value).toBe('7q4m9t');
  fireEvent.compositionEnd(typed);
  expect(typed.value).toBe('7Q4M9-T');
});

test('a card’s code fills the field, leaves the address, and is sent only on a click', async () => {
  const service = fakeService();
  service.reply(verifyExecutor, summary);
  const { user } = openExecutorPage(`#code=${code}`);
  await heading('Executor Access');
  await waitFor(() => expect(field('Access code').value).toBe(code));
  expect(saidAt('Access code')).toContain('We have filled in the code from your card.');
  expect(window.location.href).toMatch(/\/executor-access$/);
  expect(service.received(verifyExecutor)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Verify Access' }));
  await screen.findByRole('heading', { level: 2, name: 'For Rosa' });
});

test('submitting a code twice sends it once', async () => {
  const service = fakeService();
  service.reply(verifyExecutor, summary);
  const letGo = service.hold(verifyExecutor);
  const { user } = openExecutorPage();
  await enterCode(user);
  expect(isBusy(screen.getByRole('button', { name: 'Verify Access' }))).toBe(true);
  await user.type(field('Access code'), '{Enter}');
  letGo();
  await screen.findByRole('heading', { level: 2 });
  expect(service.received(verifyExecutor)).toHaveLength(1);
});

test.each([
  ['', false],
  ['?vault=1', false],
  ['?title=For+Rosa', false],
  ['?vault=1&title=+', false],
  ['?vault=1&title=For+Rosa&promo=freetrial', true],
])('at “%s” the banner of a shared link is visible: %s', async (query, isThere) => {
  openExecutorPage(query);
  await heading('Executor Access');
  expect(pageText().includes('You were sent a link for this vault')).toBe(isThere);
  expect(toastText()).toBe('');
});

test('a title in the address is shown as text, whatever it contains', async () => {
  openExecutorPage(`?vault=1&title=${encodeURIComponent('<img src=x onerror=alert(1)>‮nasty')}`);
  await shows('<img src=x onerror=alert(1)>');
  expect(document.querySelector('main img')).toBeNull();
  expect(screen.getByText(/nasty/).tagName).toBe('BDI');
});
