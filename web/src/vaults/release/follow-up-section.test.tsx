// What an executor sees and can do after a release that nobody opened, and the sheet they print.
import type { Delivery } from '@remembrance/contract/delivery.ts';
import { confirmRecipientKnows, correctRecipient, type FollowUp } from '@remembrance/contract/follow-up.ts';
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { code, openVault } from '../../../testing/executor-page.ts';
import { fill, pageText, readyButton } from '../../../testing/on-screen.ts';
import { fakeService, shows } from '../../../testing/open-screen.tsx';

const delivery: Delivery = {
  writtenAt: '2026-04-02T14:30:00.000Z',
  letter: 'accepted',
  acceptedBy: 'mx.example.com',
  doubt: null,
  disownedAt: null,
  openedAt: null,
  provenAt: null,
  downloadedAt: null,
};
const asked: FollowUp = { isAsked: true, knownAt: null, correction: null };
const released = { status: 'released', releasedAt: '2026-04-02T14:30:00.000Z', delivery } as const;

test('after a release the executor reads how far the email has come, and is asked only if its owner chose that', async () => {
  await openVault(released);
  expect(pageText()).toContain('Our email to Rosa Lindqvist: accepted by mx.example.com Apr 2, 2026');
  expect(screen.queryByRole('button', { name: 'I have spoken to them' })).toBeNull();
});

test('an executor who is asked reads that the second address has the link too', async () => {
  await openVault({ ...released, followUp: { ...asked, secondEmail: 'rosa@work.example.com' } });
  await readyButton('I have spoken to them');
  expect(pageText()).toMatch(/Our email went to \S+@\S+ and rosa@work\.example\.com\. It may be/);
});

test('an executor who is asked says that the recipient knows, once', async () => {
  const service = fakeService();
  service.reply(confirmRecipientKnows, { ...asked, knownAt: '2026-04-12T14:30:00.000Z' });
  const { user } = await openVault({ ...released, followUp: asked });
  await user.click(await readyButton('I have spoken to them'));
  await shows('You let us know on Apr 12, 2026 that they know. We do not ask again.');
  expect(service.received(confirmRecipientKnows).map(({ body }) => body)).toEqual([{ accessCode: code }]);
});

test('the address is corrected after it says what that does, and the page then says when', async () => {
  const service = fakeService();
  const { user } = await openVault({ ...released, followUp: asked });
  await user.click(await readyButton('Correct the address'));
  const dialog = await screen.findByRole('dialog', { name: 'Correct the address' });
  expect(dialog.textContent).toContain('after 24 hours');
  service.refuse(correctRecipient, 'correction-same-address');
  fill('The right address', 'rosa@example.com');
  await user.click(within(dialog).getByRole('button', { name: 'Correct the address' }));
  await shows('We have already written to this address.');
  const correction = { state: 'waiting', email: 'rosa@new.example', dueAt: '2026-04-13T14:30:00.000Z' } as const;
  service.reply(correctRecipient, { ...asked, correction });
  fill('The right address', 'rosa@new.example');
  await user.click(within(dialog).getByRole('button', { name: 'Correct the address' }));
  await shows('The address is being corrected');
  expect(service.received(correctRecipient).at(-1)?.body).toEqual({ accessCode: code, email: 'rosa@new.example' });
});

test('the sheet names who wrote, the page and the address, and holds neither code nor link', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  const { user } = await openVault({ ...released, followUp: asked });
  await user.click(await readyButton('Print a sheet for them'));
  const sheet = await screen.findByRole('article', { name: 'For the recipient' });
  expect(sheet.textContent).toContain('Ada Lindqvist has left something for you');
  expect(sheet.textContent).toContain('/send-again');
  expect(sheet.textContent).toContain('rosa@example.com');
  expect(sheet.textContent).not.toMatch(new RegExp(`${code}|vault-access`));
  await user.click(await readyButton('Print the sheet'));
  expect(print).toHaveBeenCalledTimes(1);
  await user.click(await readyButton('Back'));
  await readyButton('I have spoken to them');
});

test('once the address was corrected, the sheet does not say that it can be corrected', async () => {
  const correction = { state: 'stopped', email: 'rosa@new.example', dueAt: '2026-04-13T14:30:00.000Z' } as const;
  const { user } = await openVault({ ...released, followUp: { ...asked, correction } });
  await user.click(await readyButton('Print a sheet for them'));
  const sheet = await screen.findByRole('article', { name: 'For the recipient' });
  expect(sheet.textContent).not.toContain('correct it once');
  expect(sheet.textContent).toContain('please write to us at');
});

test('where two must agree, an executor agrees to the address of another with one press, and waits after their own', async () => {
  const service = fakeService();
  const correction = { state: 'waiting', email: 'rosa@new.example', dueAt: null } as const;
  const followUp: FollowUp = { ...asked, mustAgree: true, correction };
  service.reply(correctRecipient, { ...followUp, correction: { ...correction, dueAt: '2026-04-13T14:30:00.000Z' } });
  const { user } = await openVault({ ...released, followUp });
  expect(pageText()).toContain('Another executor asked us to write to rosa@new.example.');
  await user.click(await readyButton('I agree'));
  await shows('The address is being corrected');
  expect(service.received(correctRecipient).at(-1)?.body).toEqual({ accessCode: code, email: 'rosa@new.example' });
});

test('an executor whose address nobody has agreed to yet can ask for another, and cannot agree with themselves', async () => {
  const correction = { state: 'waiting', email: 'rosa@new.example', dueAt: null, isMine: true } as const;
  const { user } = await openVault({ ...released, followUp: { ...asked, mustAgree: true, correction } });
  expect(pageText()).toContain('Another executor has to agree');
  expect(screen.queryByRole('button', { name: 'I agree' })).toBeNull();
  await user.click(await readyButton('Correct the address'));
  expect(pageText()).toContain('Another executor has to agree. Once they do, we notify');
});
