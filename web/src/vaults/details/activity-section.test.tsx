// The activity on a vault's page: collapsed, in words, newest first, paged, and retried if it could not be loaded.
import { type ActivityLine, activityEvents, listActivity } from '@remembrance/contract/activity.ts';
import { listExecutors } from '@remembrance/contract/executors.ts';
import { listFiles } from '@remembrance/contract/files.ts';
import { getVault } from '@remembrance/contract/vaults.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { hrefOf, pageText, readyButton } from '../../../testing/on-screen.ts';
import { fakeService, heading, openScreen, shows } from '../../../testing/open-screen.tsx';
import { ada, ben, letterToRosa } from '../../../testing/samples.ts';
import { actSentence, rowsOf } from './activity-words.ts';

const line = (number: number, changes: Partial<ActivityLine> = {}): ActivityLine => ({
  number,
  at: '2026-03-01T10:00:00.000Z',
  actor: 'owner',
  event: 'file-added',

  executor: null,
  fields: [],
  reason: null,
  ...changes,
});

beforeEach(() => {
  const service = fakeService();
  service.reply(getVault, letterToRosa);
  service.reply(listFiles, []);
  service.reply(listExecutors, [ben]);
});

async function open() {
  const opened = openScreen(`/vault/${letterToRosa.id}`, { signedIn: ada });
  await heading('For Rosa');
  return opened;
}
const rows = () =>
  within(screen.getByRole('group', { name: 'Activity' }))
    .getAllByRole('listitem')
    .map((row) => row.querySelector('p')?.textContent);

test('the activity is collapsed until opened, and then lists dated entries newest first', {
  tags: 'long',
}, async () => {
  const service = fakeService();
  const created = line(1, { event: 'vault-created' });
  service.reply(listActivity, { lines: [line(2, { at: '2026-03-02T10:00:00.000Z' }), created], next: null });
  const { user } = await open();
  const button = await readyButton('Show the activity');
  expect(button.getAttribute('aria-expanded')).toBe('false');
  expect(service.received(listActivity)).toEqual([]);
  button.focus();
  await user.keyboard('{Enter}');
  await shows('You added a file.');
  expect(rows()).toEqual(['You added a file.', 'You created the vault.']);
  expect(pageText()).toContain('Monday, March 2, 2026');
  expect(hrefOf('How this list is protected')).toBe('/transparency');
  const hide = await readyButton('Hide the activity');
  expect(hide.getAttribute('aria-expanded')).toBe('true');
  await user.click(hide);
  expect(pageText()).not.toContain('You added a file.');
});

test('a long activity is shown in pages, and the focus stays in it', async () => {
  const service = fakeService();
  service.replyWith(listActivity, ({ query: { before } }) =>
    before === '7'
      ? { lines: [line(6, { event: 'vault-created' })], next: null }
      : { lines: [line(8), line(7, { event: 'file-removed' })], next: 7 },
  );
  const { user } = await open();
  await user.click(await readyButton('Show the activity'));
  await user.click(await readyButton('Show earlier activity'));
  await shows('You created the vault.');
  expect(rows()).toEqual(['You added a file.', 'You removed a file.', 'You created the vault.']);
  expect(screen.queryByRole('button', { name: 'Show earlier activity' })).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Activity' })));
});

test('activity that could not be loaded says so in place, and is retried on its own', async () => {
  const service = fakeService();
  service.disconnect(listActivity);
  const { user } = await open();
  await user.click(await readyButton('Show the activity'));
  await shows('The service could not be reached.');
  service.reply(listActivity, { lines: [line(1)], next: null });
  await user.click(await readyButton('Try again'));
  await shows('You added a file.');
  expect(service.received(getVault)).toHaveLength(1);
});

test.each<[Partial<ActivityLine>, string]>([
  [
    { event: 'vault-edited', fields: ['title', 'message', 'files'] },
    'You changed the title, the message and the files.',
  ],
  [{ event: 'vault-edited', fields: ['recipientEmail'] }, "You changed the recipient's address."],
  [{ event: 'vault-edited', fields: ['scheduledReleaseDate'] }, 'You changed the release date.'],
  [{ event: 'vault-edited', fields: ['releaseDateSet'] }, 'You set a release date.'],
  [
    { event: 'vault-edited', fields: ['title', 'releaseDateRemoved', 'files'] },
    'You changed the title and the files, and removed the release date.',
  ],
  [{ event: 'vault-edited', fields: ['somethingNew'] }, 'You changed something.'],
  [{ event: 'vault-edited' }, 'You changed the vault.'],
  [{ actor: 'executor', event: 'vault-released', executor: 'Edda' }, 'Edda released the vault.'],
  [{ event: 'executor-added', executor: 'Edda' }, 'You named Edda as executor.'],
  [{ event: 'executor-added' }, 'You named somebody as executor.'],
  [{ event: 'executor-changed', executor: 'Edda' }, 'You changed an executor to Edda.'],
  [{ event: 'executor-changed' }, 'You changed an executor.'],
  [{ actor: 'service', event: 'vault-released' }, 'The service released the vault on its date.'],
  [{ actor: 'executor', event: 'code-used' }, 'An executor used the code and saw the summary of the vault.'],
  [{ actor: 'service', event: 'code-issued', executor: 'Edda' }, 'The service sent a code to Edda.'],
  [{ actor: 'service', event: 'code-issued' }, 'The service sent a code to an executor.'],
  [{ actor: 'service', event: 'link-sent' }, 'The service sent a link to Rosa.'],
  [{ actor: 'recipient', event: 'answers-right' }, 'Rosa answered the questions and opened the vault.'],
  [{ actor: 'recipient', event: 'answers-wrong' }, 'Somebody with the link gave wrong answers.'],
  [{ actor: 'recipient', event: 'email-verified' }, 'Somebody with the link entered the right address.'],
  [
    { actor: 'operator', event: 'vault-state-shown', reason: 'you asked us to' },
    'The operator looked at the status of the vault, without its content, because: you asked us to',
  ],
  [{ actor: 'operator', event: 'letter-resent' }, 'The operator sent an email again.'],
])('%o is shown as “%s”', (changes, sentence) => {
  expect(actSentence(line(1, changes), 'Rosa')).toBe(sentence);
});

const [created, activated] = [
  line(1, { event: 'vault-created' }),
  line(8, { actor: 'service', event: 'vault-activated' }),
];
const trial = line(7, { actor: 'service', event: 'trial-started' });
const sent = line(9, { actor: 'service', event: 'code-issued', executor: 'Edda' });
const late = line(6, { at: '2026-03-01T11:00:00.000Z' });
test.each<[string, ActivityLine[], string[]]>([
  [
    'a free month',
    [trial, activated, sent, line(4), line(3), line(2), created],
    ['The service sent a code to Edda.', 'You created the vault with 3 files, and the free month began.'],
  ],
  ['a free place', [activated, line(2), created], ['You created the vault with a file, and it became active.']],
  [
    'a later payment',
    [activated, line(7, { actor: 'service', event: 'payment-seen' }), created],
    ['The service activated the vault.', 'The service received a payment.', 'You created the vault.'],
  ],
  ['a file an hour later', [late, created], ['You added a file.', 'You created the vault.']],
  [
    'an edit',
    [line(9), line(8, { event: 'file-removed' }), line(7, { event: 'file-removed' }), line(6), line(5)],
    ['You added a file.', 'You removed 2 files.', 'You added 2 files.'],
  ],
])('what belongs together is one sentence: %s', (_, lines, sentences) => {
  expect(rowsOf(lines, 'Rosa').map(({ sentence }) => sentence)).toEqual(sentences);
});

test.each(activityEvents)('each activity line (%s) is in plain English', (event) => {
  expect(actSentence(line(1, { event, executor: 'Edda', fields: ['title'] }), 'Rosa')).toMatch(
    /^You [a-z]+ [a-zA-Z, ']+\.$/,
  );
});

test('a vault shows when all of it was last verified as intact, and nothing if that is unknown', async () => {
  await open();
  expect(pageText()).not.toContain('Last checked');
});

test('the date is in the vault’s status', async () => {
  fakeService().reply(getVault, { ...letterToRosa, verifiedAt: '2026-11-23T09:00:00.000Z' });
  await open();
  await shows('Last checked Nov 23, 2026: the message and every file are complete.');
});
