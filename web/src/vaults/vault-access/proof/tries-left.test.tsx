// The recipient sees how many tries are left, what follows, and what helps.
import type { AccessState, TriesLeft } from '@remembrance/contract/access-state.ts';
import { readAccess, verifyAccessAnswers } from '@remembrance/contract/vault-access.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fill, pageText, readyButton } from '../../../../testing/on-screen.ts';
import { fakeService, heading, openScreen, shows } from '../../../../testing/open-screen.tsx';

async function open(triesLeft?: TriesLeft) {
  fakeService().reply(readAccess, { step: 'questions', questions: ['Where did we swim?'], triesLeft });
  openScreen('/vault-access/tok_en-1');
  await heading(/chosen for you/);
}

test.each([
  [{ tries: 2, pauseMinutes: 15 }, '2 more tries, then a pause of 15 minutes.'],
  [{ tries: 1, pauseMinutes: 1440 }, '1 more try, then a pause of one day.'],
  [{ tries: 1, pauseMinutes: null }, '1 more try, then the questions close until somebody opens them again.'],
])('with %o the page shows the tries left, and what helps', async (left, words) => {
  await open(left);
  expect(pageText()).toContain(words);
  expect(pageText()).toContain('or the full name');
});

test('the page does not mention tries before the third wrong answer', async () => {
  await open();
  expect(pageText()).not.toMatch(/more tr(y|ies)/);
});

test('a wrong answer has one help: what was wrong, what may help, and the tries left', async () => {
  const service = fakeService();
  service.refuse(verifyAccessAnswers, 'answers-refused');
  const asked: AccessState = { step: 'questions', questions: ['Where did we swim'] };
  service.reply(readAccess, asked);
  const { user } = openScreen('/vault-access/tok_en-1');
  await heading(/chosen for you/);
  service.reply(readAccess, { ...asked, triesLeft: { tries: 1, pauseMinutes: 15 } });
  fill('Where did we swim', 'Lake Como');
  await user.click(await readyButton('Submit Answers'));
  await shows('1 more try, then a pause of 15 minutes. Nothing is lost.');
  expect(screen.getByText(/^Incorrect answers\. The answer does not match\./).parentElement?.textContent).toMatch(
    /spelled in several ways.*1 more try, then a pause of 15 minutes\. Nothing is lost\.$/,
  );
  expect(pageText().match(/spelled in several ways/g)).toHaveLength(1);
  expect(pageText()).not.toContain('Try it without');
});

test('of two wrong answers the page does not say which one', async () => {
  const service = fakeService();
  service.reply(readAccess, { step: 'questions', questions: ['Where did we swim', 'Who taught us'] });
  service.refuse(verifyAccessAnswers, 'answers-refused');
  const { user } = openScreen('/vault-access/tok_en-1');
  await heading(/chosen for you/);
  fill('Where did we swim', 'Lake Como');
  await user.click(await readyButton('Submit Answers'));
  await shows('Incorrect answers. At least one does not match.');
});

test('somebody who does not know the answer reads whom to ask', async () => {
  const known = { ownerName: 'Ada Lindqvist', releasedBy: 'Edda Moreau' };
  fakeService().reply(readAccess, { step: 'questions', questions: ['Where did we swim?'], ...known });
  openScreen('/vault-access/tok_en-1');
  await heading(/^A question, chosen for you by/);
  expect(pageText()).toContain('A question, chosen for you by Ada Lindqvist');
  expect(pageText()).toContain(
    'I do not know the answerAsk somebody who knew Ada Lindqvist. Edda Moreau, who released this to you, may know. Nothing is lost while you ask',
  );
});
