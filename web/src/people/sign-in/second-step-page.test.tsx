// The code after the password, and the letter that keeps two-factor on.
import { answerTwoFactor } from '@remembrance/contract/sign-in.ts';
import { keepTwoFactor } from '@remembrance/contract/two-factor.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pressTwice } from '../../../testing/on-screen.ts';
import {
  alerts,
  descriptionOf,
  fakeService,
  heading,
  openScreen,
  sentTo,
  shows,
} from '../../../testing/open-screen.tsx';
import { ada } from '../../../testing/samples.ts';
import { watchLeaving } from '../../../testing/watch-leaving.ts';

const code = () => screen.getByLabelText<HTMLInputElement>('Code');

test('a code is trimmed, sent once, and continues to the destination', async () => {
  const left = watchLeaving();
  const service = fakeService();
  service.reply(answerTwoFactor, { user: ada });
  const { user } = openScreen('/second-step?next=%2Faccount');
  await heading('One more step');
  await user.click(screen.getByRole('button', { name: 'Log In' }));
  await waitFor(() => expect(descriptionOf(code())).toMatch(/^Please enter the code If you do not have your phone/));
  expect(document.activeElement).toBe(code());
  await user.type(code(), ' 123 456 ');
  await user.click(screen.getByLabelText('Do not ask for a code in this browser for 30 days'));
  pressTwice(screen.getByRole('button', { name: 'Log In' }));
  await waitFor(() => expect(left).toEqual(['replaced by /account']));
  expect(sentTo(answerTwoFactor)).toEqual([{ code: '123 456', trust: true }]);
});

test('a wrong code can be tried again, even after a lost connection', async () => {
  const left = watchLeaving();
  const service = fakeService();
  service.refuse(answerTwoFactor, 'second-step-refused');
  const { user } = openScreen('/second-step');
  await heading('One more step');
  await user.type(code(), '000000{Enter}');
  await alerts('This code is wrong or was already used. Please enter the newest code.');
  expect(screen.queryByRole('link', { name: 'Enter the code' })).toBeNull();
  service.disconnect(answerTwoFactor);
  await user.type(code(), '{Enter}');
  await alerts('The service could not be reached.');
  service.reply(answerTwoFactor, { user: ada });
  await user.clear(code());
  await user.type(code(), 'ABCD-EFGH{Enter}');
  await waitFor(() => expect(left).toEqual(['replaced by /']));
  expect(sentTo(answerTwoFactor).at(-1)).toEqual({ code: 'ABCD-EFGH', trust: false });
});

test('a step that took too long starts again and keeps its destination', async () => {
  fakeService().refuse(answerTwoFactor, 'second-step-over');
  const { user } = openScreen('/second-step?next=%2Faccount');
  await heading('One more step');
  await user.type(code(), '123456{Enter}');
  await alerts('This sign-in took too long, or was finished or cancelled elsewhere.');
  const links = screen.getAllByRole('link', { name: 'Start again' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(Array(2).fill('/sign-in?next=%2Faccount'));
  await user.click(links[0] as HTMLElement);
  await heading('Welcome back');
});

test('opening the letter’s link changes nothing; one click keeps two-factor on', async () => {
  const service = fakeService();
  service.reply(keepTwoFactor, {});
  openScreen('/keep-second-step#t0ken');
  await heading('Keep the second step?');
  expect(service.received(keepTwoFactor)).toEqual([]);
  pressTwice(screen.getByRole('button', { name: 'Keep the second step on' }));
  await heading('The second step stays on');
  await shows('know the password that you sign in with, please choose a new one.');
  expect(service.received(keepTwoFactor).map(({ body }) => body)).toEqual([{ token: 't0ken' }]);
});

test('an expired link says so and leads to the account, and a lost connection can be retried', async () => {
  const service = fakeService();
  service.disconnect(keepTwoFactor);
  const { user } = openScreen('/keep-second-step#t0ken');
  await heading('Keep the second step?');
  await user.click(screen.getByRole('button', { name: 'Keep the second step on' }));
  await alerts('The service could not be reached.');
  service.refuse(keepTwoFactor, 'two-factor-reset-over');
  await user.click(screen.getByRole('button', { name: 'Keep the second step on' }));
  await heading('This link cannot be used');
  await alerts('This was already stopped, or the second step is already off.');
  expect(screen.getByRole('link', { name: 'See your account' }).getAttribute('href')).toBe('/account');
  service.reply(keepTwoFactor, {});
  act(() => {
    window.location.hash = '#another';
  });
  await heading('Keep the second step?');
});

test('a link without its token says that it is incomplete', async () => {
  const { user } = openScreen('/keep-second-step');
  await heading('Keep the second step?');
  await user.click(screen.getByRole('button', { name: 'Keep the second step on' }));
  await alerts('This link is not complete');
  expect(fakeService().received(keepTwoFactor)).toEqual([]);
});
