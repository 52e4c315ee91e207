// An address whose domain is almost a well-known one is asked about before the form is sent.
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { EmailField } from './email-field.tsx';

function open() {
  const sent: string[] = [];
  const field = () => screen.getByLabelText<HTMLInputElement>('Email');
  render(
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        sent.push(field().value);
      }}
    >
      <EmailField label="Email" />
      <input aria-label="Name" />
      <button type="submit">Send</button>
    </form>,
  );
  return { user: userEvent.setup(), sent, field };
}

test('a near miss is asked about before the form is sent, and the proposal can be used with one press', async () => {
  const { user, sent, field } = open();
  await user.type(field(), 'otto@gmial.com{Enter}');
  const use = await screen.findByRole('button', { name: 'Use this address' });
  expect(sent).toEqual([]);
  expect(screen.getByRole('status').textContent).toContain('Did you mean otto@gmail.com?');
  expect(document.activeElement).toBe(use);
  await user.click(use);
  expect(document.activeElement).toBe(field());
  await user.keyboard('{Enter}');
  expect(sent).toEqual(['otto@gmail.com']);
});

test('a near miss is asked about when the field is left; an answer or a second press sends it as it is', async () => {
  const { user, sent, field } = open();
  await user.type(field(), 'otto@gmial.com');
  await user.tab();
  expect(screen.getByRole('status').textContent).toContain('Did you mean otto@gmail.com?');
  await user.click(screen.getByRole('button', { name: 'No, mine is right' }));
  expect(screen.getByRole('status').textContent).toBe('');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(sent).toEqual(['otto@gmial.com']);
  await user.clear(field());
  await user.type(field(), 'otto@hotmial.com');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(sent).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(sent).toEqual(['otto@gmial.com', 'otto@hotmial.com']);
});

test('an address of any other domain is sent without a question', () => {
  const { sent, field } = open();
  fireEvent.input(field(), { target: { value: 'otto@example.org' } });
  fireEvent.blur(field());
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(screen.getByRole('status').textContent).toBe('');
  expect(sent).toEqual(['otto@example.org']);
});
