// The recipient's two proofs: the address and the answers, the message for a mistake, and that no single answer is called wrong.
import type { AccessState } from '@remembrance/contract/access-state.ts';
import { answerPromise } from '@remembrance/contract/answer-promise.ts';
import {
  readAccess,
  verifyAccess,
  verifyAccessAnswers,
  verifyAccessEmail,
} from '@remembrance/contract/vault-access.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { field, fill, isBusy, pageText, readyButton, saidAt } from '../../../../testing/on-screen.ts';
import { announces, fakeService, heading, openScreen, shows } from '../../../../testing/open-screen.tsx';
import { openedLetter } from '../../../../testing/samples.ts';

const token = 'tok_en-1';
const swim = 'Where did we learn to swim?';
const dog = 'ما اسم كلبنا؟';

function open(state: AccessState) {
  fakeService().reply(readAccess, state);
  return openScreen(`/vault-access/${token}`);
}
const press = async (user: ReturnType<typeof open>['user'], name: string) => user.click(await readyButton(name));
const vault = openedLetter;
const answersSent = () => fakeService().received(verifyAccessAnswers);

test('the recipient starts with the address, and the page says how few steps there are', async () => {
  open({ step: 'email' });
  const title = await heading('Something was left for you');
  expect(pageText()).toContain('Step 1 of 2: your email address');
  expect(pageText()).toContain('What comes nextFirst your address, then the questions that the person chose for you.');
  expect(title).not.toBe(document.activeElement);
  expect(field('Your email address').type).toBe('email');
  await waitFor(() => expect(fakeService().received(readAccess)).toHaveLength(1));
});

test('the page sends its link’s token only in request bodies', async () => {
  open({ step: 'email' });
  await waitFor(() => expect(fakeService().received(readAccess)).toMatchObject([{ query: {}, body: { token } }]));
  expect(fakeService().received(verifyAccess)).toEqual([]);
});

test('a blank or wrong address shows no question, and the right one does', async () => {
  const service = fakeService();
  const { user } = open({ step: 'email' });
  await press(user, 'Verify Email');
  await announces('Email RequiredPlease enter your email address');
  fill('Your email address', '   ');
  await press(user, 'Verify Email');
  expect(saidAt('Your email address')).toContain('Please enter your email address');
  expect(service.received(verifyAccessEmail)).toEqual([]);

  service.refuse(verifyAccessEmail, 'link-email-refused');
  fill('Your email address', 'somebody@example.org');
  await press(user, 'Verify Email');
  await announces('Verification FailedInvalid email address');
  expect(saidAt('Your email address')).toContain('Invalid email address');
  expect(field('Your email address')).toBe(document.activeElement);
  expect(field('Your email address').value).toBe('somebody@example.org');

  service.reply(verifyAccessEmail, { questions: [swim] });
  service.reply(readAccess, { step: 'questions', questions: [swim] });
  fill('Your email address', '  Rosa@Example.com ');
  await press(user, 'Verify Email');
  await announces('Email VerifiedPlease answer the security questions');
  expect(await heading(/chosen for you/)).toBe(document.activeElement);
  expect(pageText()).toContain('What comes nextAfter your answer, you can open it whenever you are ready.');
  expect(service.received(verifyAccessEmail)[1]?.body).toEqual({ token, email: 'Rosa@Example.com' });
});

test.each([
  ['too-many-requests', 'There were too many tries. Please wait a moment and try again.'],
  ['database-unavailable', 'We could not finish this. Please try again in a moment.'],
] as const)('an address refused with %s stays in its field and can be sent again', async (code, words) => {
  const service = fakeService();
  const { user } = open({ step: 'email' });
  service.refuse(verifyAccessEmail, code);
  await heading('Something was left for you');
  fill('Your email address', 'rosa@example.com');
  await press(user, 'Verify Email');
  await announces(`Verification Failed${words}`);
  service.reply(verifyAccessEmail, { questions: [swim] });
  service.reply(readAccess, { step: 'questions', questions: [swim] });
  await press(user, 'Verify Email');
  await heading(/chosen for you/);
});

test('in a browser that keeps no cookies the page says so, instead of asking for the address again', async () => {
  const service = fakeService();
  const { user } = open({ step: 'email' });
  await heading('Something was left for you');
  service.reply(verifyAccessEmail, { questions: [swim] });
  fill('Your email address', 'rosa@example.com');
  await press(user, 'Verify Email');
  await shows(
    'This browser does not keep cookies, which this page needs. Please allow them, or open the link in another browser.',
  );
  expect(field('Your email address')).toBe(document.activeElement);
});

test('a link that expires while the address is typed offers a new one', async () => {
  const service = fakeService();
  const { user } = open({ step: 'email' });
  await heading('Something was left for you');
  service.refuse(verifyAccessEmail, 'link-expired');
  service.refuse(readAccess, 'link-expired');
  fill('Your email address', 'rosa@example.com');
  await press(user, 'Verify Email');
  await heading('This link has expired');
});

test('each question is a field with its own label, in whatever script it is written', async () => {
  open({ step: 'questions', questions: [swim, dog] });
  await heading(/chosen for you/);
  expect(screen.getAllByRole('textbox')).toHaveLength(2);
  expect(screen.getByLabelText(dog)).toBeDefined();
  expect(screen.getByText(dog).tagName).toBe('BDI');
  expect(pageText()).toContain('Please answer both questions. ');
});

test('a single question is not called one of several', async () => {
  open({ step: 'questions', questions: [swim] });
  await heading(/chosen for you/);
  expect(pageText()).not.toContain('Please answer both questions.');
  expect(pageText()).toContain(answerPromise);
});

test('two questions with the same text are two fields, and both answers are sent in order', async () => {
  const service = fakeService();
  service.refuse(verifyAccessAnswers, 'answers-refused');
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { user } = open({ step: 'questions', questions: [swim, swim] });
  await heading(/chosen for you/);
  for (const [index, input] of screen.getAllByRole<HTMLInputElement>('textbox').entries())
    input.value = ['Lake Garda', 'the river Oder'][index] ?? '';
  await press(user, 'Submit Answers');
  await shows('Incorrect answers');
  const answers = ['Lake Garda', 'the river Oder'].map((answer) => ({ question: swim, answer }));
  expect(answersSent()[0]?.body).toEqual({ token, answers });
  expect(logged).not.toHaveBeenCalled();
  logged.mockRestore();
});

test('the page asks for an answer if there is none, and sends only answers that are not blank', async () => {
  const service = fakeService();
  const { user } = open({ step: 'questions', questions: [swim, dog] });
  await heading(/chosen for you/);
  fireFill(swim, '   ');
  await press(user, 'Submit Answers');
  await announces('Answers RequiredPlease answer at least one security question');
  expect(screen.getByLabelText(swim)).toBe(document.activeElement);
  expect(answersSent()).toEqual([]);

  service.refuse(verifyAccessAnswers, 'answers-refused');
  fireFill(swim, ' Lake Garda ');
  await press(user, 'Submit Answers');
  await announces('Verification FailedIncorrect answers');
  expect(answersSent()[0]?.body).toEqual({ token, answers: [{ question: swim, answer: 'Lake Garda' }] });
});

test('if one answer of two is missing, the cursor goes to its field and the page says that this was no try', async () => {
  const { user } = open({ step: 'questions', questions: [swim, dog] });
  await heading(/chosen for you/);
  fakeService().refuse(verifyAccessAnswers, 'answers-incomplete');
  fireFill(swim, 'Lake Garda');
  await press(user, 'Submit Answers');
  await shows('Please answer every question. This did not count as a wrong answer.');
  expect(screen.getByLabelText(dog)).toBe(document.activeElement);
  expect(screen.getByLabelText<HTMLInputElement>(swim).value).toBe('Lake Garda');
});

test('ACC-3: wrong answers stay in their fields, and the page does not say which was wrong', async () => {
  const { user } = open({ step: 'questions', questions: [swim, dog] });
  await heading(/chosen for you/);
  fakeService().refuse(verifyAccessAnswers, 'answers-refused');
  fireFill(swim, 'Lake Como');
  fireFill(dog, 'Rex');
  await press(user, 'Submit Answers');
  await shows('Incorrect answers');
  await waitFor(() => expect(fakeService().received(readAccess)).toHaveLength(2));
  for (const question of [swim, dog]) expect(screen.getByLabelText(question).getAttribute('aria-invalid')).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>(swim).value).toBe('Lake Como');
  expect(pageText()).not.toContain('remember the lake');
});

test('the right answers open the vault and are sent once, however often the button is pressed', async () => {
  const service = fakeService();
  service.reply(verifyAccessAnswers, { vault, files: [], everythingUrl: '/api/vault-access/everything?signature=one' });
  const letGo = service.hold(verifyAccessAnswers);
  const { user } = open({ step: 'questions', questions: [swim] });
  await heading(/chosen for you/);
  fireFill(swim, 'Lake Garda');
  await press(user, 'Submit Answers');
  expect(isBusy(screen.getByRole('button', { name: 'Submit Answers' }))).toBe(true);
  await user.type(screen.getByLabelText(swim), '{Enter}');
  letGo();
  await announces('Access Granted');
  await announces('Welcome to your Remembrance');
  expect(await heading('You Have a Remembrance')).toBe(document.activeElement);
  await press(user, 'Open it when you are ready');
  expect(screen.getByRole('article').textContent).toContain('remember the lake.');
  expect(answersSent()).toHaveLength(1);
});

test('answers that got no response stay in their fields, and open the vault on the next try', async () => {
  const service = fakeService();
  const { user } = open({ step: 'questions', questions: [swim] });
  await heading(/chosen for you/);
  service.disconnect(verifyAccessAnswers);
  fireFill(swim, 'Lake Garda');
  await press(user, 'Submit Answers');
  await announces('Verification FailedThe service could not be reached.');
  service.reply(verifyAccessAnswers, { vault, files: [], everythingUrl: '/api/vault-access/everything?signature=one' });
  await press(user, 'Submit Answers');
  await heading('You Have a Remembrance');
});

test('a browser that has not proved the address is sent back to that step, and the page says why', async () => {
  const { user } = open({ step: 'questions', questions: [swim] });
  await heading(/chosen for you/);
  fakeService().refuse(verifyAccessAnswers, 'email-step-first');
  fireFill(swim, 'Lake Garda');
  await press(user, 'Submit Answers');
  await heading('Something was left for you');
  await announces('Please enter your email address before the questions.');
});

/** Questions end with a question mark, which is special in a regular expression. */
function fireFill(question: string, answer: string): void {
  const input = screen.getByLabelText<HTMLInputElement>(question);
  input.value = answer;
}
