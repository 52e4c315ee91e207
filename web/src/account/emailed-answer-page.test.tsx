// The pages behind the links of the check-in and of the yearly emails: they send nothing until a button is pressed, and then once.
import { answerCheckIn, answerYearly, sendWantedCode } from '@remembrance/contract/check-in.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pageText, pressTwice } from '../../testing/on-screen.ts';
import { fakeService, heading, openScreen, shows } from '../../testing/open-screen.tsx';

const button = (name: string) => screen.getByRole('button', { name });
const token = 'a-token-of-its-own';

test('CHECK-2: the page that answers a check-in sends nothing until its button is pressed, and then once', async () => {
  const service = fakeService();
  service.reply(answerCheckIn, { isNew: true, nextAt: '2027-03-04T09:30:00.000Z' });
  openScreen(`/i-am-well#${token}`);
  await heading('Are you well?');
  expect(service.received(answerCheckIn)).toEqual([]);
  pressTwice(button('I am well'));
  await heading('Good to hear');
  expect(pageText()).toContain('We ask again on March 4, 2027 at the earliest');
  expect(service.received(answerCheckIn).map(({ body }) => body)).toEqual([{ token }]);
});

test('a link that was answered before is thanked, and an unknown one says what to do', async () => {
  const service = fakeService();
  service.refuse(answerCheckIn, 'check-in-link-unknown');
  const { user } = openScreen(`/i-am-well#${token}`);
  await heading('Are you well?');
  await user.click(button('I am well'));
  await shows('Signing in answers too.');
  service.reply(answerCheckIn, { isNew: false, nextAt: null });
  await user.click(button('I am well'));
  await heading('Already answered, thank you');
  expect(pageText()).toContain('the check-in is off');
});

test.each([
  ['Yes, I have it', 'have-it', 'Thank you', 'can see that you still have it'],
  ['Send me a new one', 'send-new', 'We have asked', 'who has to agree'],
  ['Do not ask me again', 'stop-asking', 'Thank you', 'your code still works'],
])('YEAR-2: “%s” is sent once, and only when it is pressed', async (name, answer, title, text) => {
  const service = fakeService();
  service.reply(answerYearly, { ownerName: 'Ada Okafor' });
  openScreen(`/still-have-it#${token}`);
  await heading('Do you still have your code?');
  expect(service.received(answerYearly)).toEqual([]);
  pressTwice(button(name));
  await heading(title);
  expect(pageText()).toContain(text);
  expect(pageText()).toContain('Ada Okafor');
  expect(service.received(answerYearly).map(({ body }) => body)).toEqual([{ token, answer }]);
});

test('YEAR-2: a new code is sent by one press of the owner, once', async () => {
  const service = fakeService();
  service.reply(sendWantedCode, { executorName: 'Edda' });
  openScreen(`/send-wanted-code#${token}`);
  await heading('Send a new code?');
  expect(service.received(sendWantedCode)).toEqual([]);
  pressTwice(button('Send a new code'));
  await heading('The new code is on its way');
  expect(pageText()).toContain('We have emailed Edda');
  expect(service.received(sendWantedCode).map(({ body }) => body)).toEqual([{ token }]);
});
