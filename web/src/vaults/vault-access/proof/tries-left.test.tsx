// The recipient sees how many tries are left, what follows, and what helps.
import type { TriesLeft } from '@remembrance/contract/access-state.ts';
import { readAccess } from '@remembrance/contract/vault-access.ts';
import { expect, test } from 'vitest';
import { pageText } from '../../../../testing/on-screen.ts';
import { fakeService, heading, openScreen } from '../../../../testing/open-screen.tsx';

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
  expect(pageText()).toContain('or with the full name');
});

test('the page does not mention tries before the third wrong answer', async () => {
  await open();
  expect(pageText()).not.toMatch(/more tr(y|ies)/);
});
