// The choices of a link's reader without a proof: a reminder, and that the link is not for them.
import type { AccessState } from '@remembrance/contract/access-state.ts';
import { closeLink, remindRecipient } from '@remembrance/contract/link-choices.ts';
import { readAccess, requestFreshLink } from '@remembrance/contract/vault-access.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pageText, readyButton } from '../../../../testing/on-screen.ts';
import { fakeService, heading, openScreen, sentTo, shows } from '../../../../testing/open-screen.tsx';

const token = 'tok_en-1';

function open(state: AccessState) {
  fakeService().reply(readAccess, state);
  return openScreen(`/vault-access/${token}`);
}
const press = async (user: ReturnType<typeof open>['user'], name: string) => user.click(await readyButton(name));

test('a reminder is chosen with one press, and the page shows its day, even after a reload', async () => {
  const remindAt = '2040-05-01T10:00:00.000Z';
  fakeService().reply(remindRecipient, { remindAt });
  const { user } = open({ step: 'email' });
  await press(user, 'Remind me in a week');
  await shows('We will send a new link on Tuesday, May 1, 2040');
  expect(sentTo(remindRecipient)).toEqual([{ token, after: 'week' }]);
  await press(user, 'Remind me in a month');
  expect(sentTo(remindRecipient)[1]).toEqual({ token, after: 'month' });
});

test('a pending reminder is shown when the page is opened', async () => {
  open({ step: 'email', remindAt: '2040-05-01T10:00:00.000Z' });
  await shows('We will send a new link on Tuesday, May 1, 2040');
});

test('a link is closed only after the question, and the closed page sends a new one', async () => {
  const service = fakeService();
  service.reply(closeLink, { closed: true });
  service.reply(requestFreshLink, { sent: true });
  const { user } = open({ step: 'email' });
  await press(user, 'This is not for me');
  await shows('If our email reached you by mistake');
  await press(user, 'Keep the link');
  expect(sentTo(closeLink)).toEqual([]);
  await press(user, 'This is not for me');
  service.refuse(readAccess, 'link-closed');
  await press(user, 'It is not for me');
  await heading('This link is closed');
  expect(sentTo(closeLink)).toEqual([{ token }]);
  await press(user, 'Send a new link');
  await shows('A new link is on its way');
});

test('a link that is only reported stays, and the page says so', async () => {
  fakeService().reply(closeLink, { closed: false });
  const { user } = open({ step: 'email' });
  await press(user, 'This is not for me');
  await press(user, 'It is not for me');
  await shows('The link itself still works');
  await heading('Something was left for you');
});

test('while the questions are paused only the reminder is offered, and at the questions neither', async () => {
  open({ step: 'questions', questions: ['Where?'], pausedUntil: '2040-05-01T10:00:00.000Z' });
  await readyButton('Remind me in a month');
  expect(screen.queryByText('This is not for me')).toBeNull();
});

test('at the questions nothing distracts', async () => {
  open({ step: 'questions', questions: ['Where?'] });
  await readyButton('Submit Answers');
  expect(pageText()).not.toMatch(/Remind me|This is not for me/);
});
