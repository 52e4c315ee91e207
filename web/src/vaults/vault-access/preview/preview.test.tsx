// The owner previews the recipient's steps: marked on every page, with the real answers, and without calling any recipient endpoint.
import { listFiles } from '@remembrance/contract/files.ts';
import { previewVault, rehearseRelease } from '@remembrance/contract/previews.ts';
import { listQuestions, tryAnswers } from '@remembrance/contract/questions.ts';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fill, hrefOf, isDisabled, pageText, pressTwice, readyButton } from '../../../../testing/on-screen.ts';
import { announces, fakeService, heading, openScreen, shows } from '../../../../testing/open-screen.tsx';
import { ada, letterToRosa, openedLetter, picture } from '../../../../testing/samples.ts';

const { id, recipientEmail } = letterToRosa;
const swim = 'Where did we learn to swim?';
const dog = 'What was the dog called?';

beforeEach(() => {
  const service = fakeService();
  service.reply(previewVault, { vault: openedLetter, recipientEmail });
  service.reply(listQuestions, [
    { id: 'q1', question: swim, spellings: 1 },
    { id: 'q2', question: dog, spellings: 2 },
  ]);
  service.reply(listFiles, [picture]);
});
const open = () => openScreen(`/vault/${id}/preview`, { signedIn: ada });
const press = async (name: string) => fireEvent.click(await readyButton(name));
const verdicts = (...isAccepted: boolean[]) => ({
  accepted: isAccepted.map((accepted, index) => ({ id: `q${index + 1}`, isAccepted: accepted })),
});
async function answer(...answers: string[]) {
  for (const [index, question] of [swim, dog].entries()) {
    const input = await screen.findByLabelText<HTMLInputElement>(question);
    input.value = answers[index] ?? '';
  }
  await press('Submit Answers');
}

test('the preview covers every step, is marked on every page, and opens with the real answers', {
  tags: 'long',
}, async () => {
  const service = fakeService();
  open();
  const isMarked = () => expect(pageText()).toContain('Preview. This is what Rosa Lindqvist will see.');
  await heading('It begins with an email');
  isMarked();
  expect(pageText()).toContain(recipientEmail);
  await press('Open the link');
  await heading('Something was left for you');
  isMarked();
  fill('Your email address', ` ${recipientEmail.toUpperCase()} `);
  await press('Verify Email');
  await heading(/chosen for you/);
  isMarked();
  service.reply(tryAnswers, verdicts(true, true));
  await answer('Lake Garda', 'Argos');
  await heading('You Have a Remembrance');
  await press('Open it when you are ready');
  isMarked();
  expect(screen.getByRole('article').textContent).toContain(openedLetter.message);
  expect(hrefOf(`Download ${picture.fileName}`)).toBe(picture.downloadUrl);
  expect(isDisabled('Keep everything')).toBe(true);
  expect(service.received(tryAnswers)[0]?.body).toEqual({
    answers: [
      { id: 'q1', answer: 'Lake Garda' },
      { id: 'q2', answer: 'Argos' },
    ],
  });
  expect(hrefOf('Back to your vault')).toBe(`/vault/${id}`);
});

test('the preview refuses a wrong address and wrong or missing answers as for the recipient, and each proof can be skipped', async () => {
  const service = fakeService();
  open();
  await press('Open the link');
  fill('Your email address', 'rosa@example.net');
  await press('Verify Email');
  await announces('Verification FailedInvalid email address');
  await press('Skip this step');
  service.reply(tryAnswers, verdicts(true, false));
  await answer('Lake Garda', 'Rex');
  await announces('Verification FailedIncorrect answers');
  service.reply(tryAnswers, verdicts(true));
  await answer('Lake Garda');
  await shows('Incorrect answers');
  await press('Skip this step');
  await heading('You Have a Remembrance');
  expect(screen.queryByRole('button', { name: 'Skip this step' })).toBeNull();
});

test('a rehearsal is requested once, says where to look, and when the next is possible', async () => {
  const service = fakeService();
  service.refuse(rehearseRelease, 'rehearsed-recently', { retryAt: new Date(Date.now() + 60_000).toISOString() });
  open();
  await press('Send me the emails');
  await shows('We sent the emails of a rehearsal within the last hour.');
  await shows('You can send them again at ');
  service.reply(rehearseRelease, { nextAt: new Date().toISOString() });
  pressTwice(await readyButton('Send me the emails'));
  await shows('The emails are on their way to you');
  expect(service.received(rehearseRelease)).toHaveLength(2);
});
