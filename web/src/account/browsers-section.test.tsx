// The browsers that the account knows: which they are, and forgetting one.
import { forgetBrowser, type KnownBrowser, listKnownBrowsers } from '@remembrance/contract/sessions.ts';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pressTwice } from '../../testing/on-screen.ts';
import { openAccount, section } from '../../testing/open-account.tsx';
import { announces } from '../../testing/open-screen.tsx';

const here: KnownBrowser = {
  id: 'browser-1',
  device: 'Firefox on Linux',
  createdAt: '2026-03-01T10:00:00.000Z',
  lastSeenAt: '2026-03-05T00:00:00.000Z',
  isCurrent: true,
};
const phone: KnownBrowser = { ...here, id: 'browser-2', device: 'Safari on iPhone', isCurrent: false };
const part = () => section('Browsers we know');
const forgetPhone = () => part().findByRole('button', { name: /^Forget Safari on iPhone, known since / });

test('a known browser is forgotten once and leaves the list; this one cannot be forgotten', async () => {
  const { service } = await openAccount({ browsers: [here, phone] });
  service.reply(forgetBrowser, {});
  const button = await forgetPhone();
  expect(part().queryByRole('button', { name: /Firefox/ })).toBeNull();
  service.reply(listKnownBrowsers, [here]);
  pressTwice(button);
  await waitFor(() => expect(part().getAllByRole('listitem')).toHaveLength(1));
  expect(service.received(forgetBrowser).map(({ params }) => params)).toEqual([{ id: phone.id }]);
});

test('a browser that could not be forgotten stays, and the page says why', async () => {
  const { service, user } = await openAccount({ browsers: [here, phone] });
  service.disconnect(forgetBrowser);
  await user.click(await forgetPhone());
  await announces('The browser was not forgottenThe service could not be reached.');
  expect(part().getAllByRole('listitem')).toHaveLength(2);
});
