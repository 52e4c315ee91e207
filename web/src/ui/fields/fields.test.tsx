// Fields, checkboxes and choices: names, hints and errors as a screen reader reads them, and text direction.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { descriptionOf } from '../../../testing/open-screen.tsx';
import { Checkbox, RadioCards } from './choice.tsx';
import { PasswordField, TextArea, TextField } from './text-field.tsx';

const fields = [
  ['a line', TextField],
  ['a text of many lines', TextArea],
  ['a password', PasswordField],
  ['a checkbox', Checkbox],
] as const;

test.each(fields)('%s names its error first, then its hint', (_, Field) => {
  render(<Field label="Word" hint="As in the letter" error="Please enter a word" />);
  const field = screen.getByLabelText('Word');
  expect(descriptionOf(field)).toBe('Please enter a word As in the letter');
  expect(field.getAttribute('aria-invalid')).toBe('true');
});

test.each(fields)('%s without an error and a hint has no description', (_, Field) => {
  render(<Field label="Word" />);
  const field = screen.getByLabelText('Word');
  expect(field.getAttribute('aria-describedby')).toBeNull();
  expect(field.getAttribute('aria-invalid')).toBeNull();
});

test('two fields on one page do not share their error', () => {
  render(
    <>
      <TextField label="First name" error="First name is required" />
      <TextField label="Last name" error="Last name is required" />
    </>,
  );
  expect(descriptionOf(screen.getByLabelText('First name'))).toBe('First name is required');
  expect(descriptionOf(screen.getByLabelText('Last name'))).toBe('Last name is required');
});

test('an optional field is marked as such in its name', () => {
  render(<TextField label="Executor" isOptional />);
  expect(screen.getByLabelText('Executor (optional)')).not.toBeNull();
});

test.each([
  ['text', 'auto'],
  ['email', null],
  ['datetime-local', null],
])('text typed into a field of type %s has the direction %s', (type, direction) => {
  render(<TextField label="Word" type={type} />);
  expect(screen.getByLabelText('Word').getAttribute('dir')).toBe(direction);
});

test('a password is neither corrected nor capitalised', () => {
  render(<PasswordField label="Password" autoComplete="new-password" />);
  const field = screen.getByLabelText('Password');
  expect(['autocapitalize', 'spellcheck', 'autocomplete'].map((name) => field.getAttribute(name))).toEqual([
    'none',
    'false',
    'new-password',
  ]);
});

test('a click on its label ticks a checkbox', async () => {
  const user = userEvent.setup();
  render(<Checkbox label="I agree" />);
  await user.click(screen.getByText('I agree'));
  expect(screen.getByRole('checkbox')).toHaveProperty('checked', true);
});

const cards = [
  { value: 'a', name: 'Annual', content: 'once a year' },
  { value: 'b', name: 'Monthly', content: 'every month' },
];

test('a choice is a named group, and arrow keys choose within it', async () => {
  const user = userEvent.setup();
  render(<RadioCards legend="Which plan?" cards={cards} name="plan" />);
  expect(screen.getByRole('group', { name: 'Which plan?' })).not.toBeNull();
  const annual = screen.getByRole('radio', { name: 'Annual' });
  expect(descriptionOf(annual)).toBe('once a year');
  await user.click(annual);
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('radio', { name: 'Monthly' })).toHaveProperty('checked', true);
  expect(annual).toHaveProperty('checked', false);
});

test('a missing choice announces its error with the group', () => {
  render(<RadioCards legend="Which plan?" cards={cards} name="plan" error="Please choose" />);
  const group = screen.getByRole('group', { name: 'Which plan?' });
  expect(descriptionOf(group)).toBe('Please choose');
});

test.each([
  ['a line', TextField, 'the key\u000bunder\u0007 the stone\n', 'Dear the key under the stone , Ada'],
  ['a text of many lines', TextArea, 'the key\u000bunder\u0007 the stone\r\n', 'Dear the key\nunder the stone\n, Ada'],
] as const)('text pasted into %s is cleaned and inserted at the caret, and the form is notified', async (...row) => {
  const [, Field, pasted, expected] = row;
  const changed = vi.fn();
  const user = userEvent.setup();
  render(<Field label="Word" defaultValue="Dear Rosa, Ada" onChange={({ target }) => changed(target.value)} />);
  const field = screen.getByLabelText<HTMLInputElement>('Word');
  field.focus();
  field.setSelectionRange(5, 9);
  await user.paste(pasted);
  expect(field.value).toBe(expected);
  expect(changed.mock.calls).toEqual([[expected]]);
});

test('a short paste can be undone, and a long one is written immediately, because each line would be a separate edit', async () => {
  const edit = vi.fn((_command: string, _ui?: boolean, _text?: string) => true);
  document.execCommand = edit;
  const user = userEvent.setup();
  render(<TextArea label="Word" />);
  const field = screen.getByLabelText<HTMLTextAreaElement>('Word');
  field.focus();
  await user.paste('one\u000btwo');
  expect(edit.mock.calls).toEqual([['insertText', false, 'one\ntwo']]);
  await user.paste('a line\u000b'.repeat(2000));
  expect(edit).toHaveBeenCalledTimes(1);
  expect(field.value).toBe('a line\n'.repeat(2000));
  Reflect.deleteProperty(document, 'execCommand');
});

test('text pasted into a password is never changed', async () => {
  render(<PasswordField label="Password" />);
  screen.getByLabelText('Password').focus();
  await userEvent.setup().paste('a quiet\u00ad house');
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('a quiet\u00ad house');
});

test('an address is shown as we understood it once the field is left, before the form reads it', async () => {
  const read: string[] = [];
  const user = userEvent.setup();
  render(<TextField label="Email" type="email" onBlur={({ target }) => read.push(target.value)} />);
  const field = screen.getByLabelText<HTMLInputElement>('Email');
  await user.type(field, 'Anna Berg <anna@example.org>,');
  await user.tab();
  expect(field.value).toBe('anna@example.org');
  expect(read).toEqual(['anna@example.org']);
});
