// The questions and the executor on the edit page: shown, changed and tried, and added if missing.
import { editVault } from '@remembrance/contract/edit-vault.ts';
import { addExecutor, listExecutors } from '@remembrance/contract/executors.ts';
import { listFiles } from '@remembrance/contract/files.ts';
import { listQuestions, tryAnswers } from '@remembrance/contract/questions.ts';
import { refusals } from '@remembrance/contract/refusals.ts';
import { getVault, releaseWayMissing } from '@remembrance/contract/vaults.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { field, fill, openPart, pageText, pressTwice, readyButton, saidAt } from '../../../testing/on-screen.ts';
import { announces, fakeService, heading, openScreen, sentTo, shows } from '../../../testing/open-screen.tsx';
import { ada, ben, heron, letterToRosa } from '../../../testing/samples.ts';

beforeEach(() => {
  const service = fakeService();
  service.reply(listExecutors, [ben]);
  service.reply(listFiles, []);
  service.reply(listQuestions, [heron]);
});

async function openForm(changes: object = {}) {
  fakeService().reply(getVault, { ...letterToRosa, ...changes });
  const { user } = openScreen(`/vault/${letterToRosa.id}/edit`, { signedIn: ada });
  await heading('Edit Vault');
  await openPart('Security verification');
  return { user, press: async (name: string) => user.click(await readyButton(name)) };
}

test('a new answer is sent with its spellings, together with a second question and the rest of the save', {
  tags: 'long',
}, async () => {
  fakeService().reply(editVault, { ...letterToRosa, title: 'For Ruth', version: 2 });
  const { press } = await openForm();
  await shows('One spelling of the answer is accepted.');
  await press('Change the questions');
  expect(field('Question 1').value).toBe(heron.question);
  fill('New answer 1', 'The mill pond');
  await press('Another spelling');
  fill('Another spelling of answer 1', 'The pond of the mill');
  await press('Add a second question');
  fill('Question 2', 'Who taught me to swim?');
  fill('Answer 2', 'Aunt Ottilie');
  fill('Vault title', 'For Ruth');
  await press('Save');
  await announces('Vault updated successfully');
  expect(sentTo(editVault)).toEqual([
    {
      version: 1,
      title: 'For Ruth',
      questions: [
        { id: heron.id, question: heron.question, answers: ['The mill pond', 'The pond of the mill'] },
        { question: 'Who taught me to swim?', answers: ['Aunt Ottilie'] },
      ],
    },
  ]);
});

test('the form appears with its questions, or without them if they cannot be read', async () => {
  const service = fakeService();
  service.refuse(listQuestions, 'vault-unreadable');
  const go = service.hold(listQuestions);
  const opened = openForm();
  await waitFor(() => expect(service.received(listQuestions)).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  go();
  const { press } = await opened;
  expect(pageText()).toContain(refusals['vault-unreadable'].detail);
  service.reply(listQuestions, [heron]);
  await press('Try again');
  await shows(heron.question);
});

test('unchanged questions are not sent, and a refused answer shows the reason at its field', async () => {
  const { press } = await openForm();
  await press('Change the questions');
  fill('New answer 1', 'no');
  const fields = { 'questions.0.answers.0': 'This answer is easy to guess' };
  fakeService().refuse(editVault, 'invalid-input', { fields });
  await press('Save');
  await waitFor(() => expect(saidAt('New answer 1')).toContain('This answer is easy to guess'));
  await press('Do not change the questions');
  fill('Vault title', 'For Ruth');
  fakeService().reply(editVault, { ...letterToRosa, title: 'For Ruth', version: 2 });
  await press('Save');
  await heading('For Ruth');
  expect(sentTo(editVault)[1]).toEqual({ version: 1, title: 'For Ruth' });
});

test('an owner can try an answer and learns whether it would be accepted', async () => {
  const service = fakeService();
  service.replyWith(tryAnswers, ({ body }) => {
    const { answers } = body as { answers: { id: string; answer: string }[] };
    return { accepted: answers.map(({ id, answer }) => ({ id, isAccepted: answer === 'the mill pond' })) };
  });
  const { user, press } = await openForm();
  await press('Try the answers');
  const dialog = within(await screen.findByRole('dialog', { name: 'Try the answers' }));
  await user.click(dialog.getByRole('button', { name: 'Try' }));
  expect(service.received(tryAnswers)).toEqual([]);
  const write = (value: string) => fireEvent.change(dialog.getByLabelText(heron.question), { target: { value } });
  write('a pond');
  await user.click(dialog.getByRole('button', { name: 'Try' }));
  await shows('Not accepted.');
  write('the mill pond');
  await user.click(dialog.getByRole('button', { name: 'Try' }));
  await shows('Accepted.');
  service.refuse(tryAnswers, 'too-many-requests');
  await user.click(dialog.getByRole('button', { name: 'Try' }));
  await waitFor(() => expect(pageText()).toMatch(/Please wait|too many/i));
  expect(sentTo(editVault)).toEqual([]);
});

test('a vault with only a date gets an executor with a note, and its date can then be removed', async () => {
  const service = fakeService();
  service.reply(listExecutors, []);
  service.reply(editVault, { ...letterToRosa, version: 2 });
  service.replyWith(addExecutor, () => {
    service.reply(listExecutors, [ben]);
    return ben;
  });
  const { press } = await openForm({ scheduledReleaseDate: new Date(2040, 4, 1, 10).toISOString() });
  fill('Release date', '');
  await press('Save');
  await waitFor(() => expect(saidAt('Release date')).toContain(releaseWayMissing));
  fill('Release date', '2040-05-01T10:00');
  await press('Add an executor');
  fill('Executor email', 'ben@example.com');
  fill('A note for them', 'The key is in the blue tin.');
  pressTwice(await readyButton('Add the executor'));
  await announces('Executor AddedTheir email with the code is on its way.');
  await shows('Ben Achterberg');
  expect(service.received(addExecutor).map(({ body }) => body)).toEqual([
    { name: '', email: 'ben@example.com', note: 'The key is in the blue tin.' },
  ]);
  await press('Remove the date');
  await press('Save');
  await announces('Vault updated successfully');
  expect(sentTo(editVault)).toEqual([{ version: 1, removesReleaseDate: true }]);
});
