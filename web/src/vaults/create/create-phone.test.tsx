// The create form on a phone: complete parts collapse to a line, a click or an error opens them, and the form counts progress and errors.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { openForm, writeVault, written } from '../../../testing/create-form.ts';
import { field, fill, pageText, readyButton } from '../../../testing/on-screen.ts';
import { shows } from '../../../testing/open-screen.tsx';

/** Answers media queries as a touch screen of this width does. */
function beAsWideAs(pixels: number): void {
  const isMet = (query: string) => {
    const [, comparison, rem] = /width (<|>=) (\d+)rem/.exec(query) ?? [];
    return comparison === undefined || pixels < Number(rem) * 16 === (comparison === '<');
  };
  const answer = (query: string) => Object.assign(new EventTarget(), { matches: isMet(query), media: query });
  // Pages read only these members of a media query.
  vi.spyOn(window, 'matchMedia').mockImplementation(answer as unknown as typeof window.matchMedia);
}
beforeEach(() => beAsWideAs(390));

const isOpen = (label: string): boolean => field(label).closest('[hidden]') === null;
const go = (label: string) => act(() => field(label).focus());

test('a complete part collapses when the owner moves on, and one click opens it again', { tags: 'long' }, async () => {
  const { user } = await openForm();
  go('Vault title');
  fill('Vault title', written['Vault title']);
  fill('Personal message', written['Personal message']);
  expect(isOpen('Vault title')).toBe(true);
  go('Recipient name');
  await waitFor(() => expect(isOpen('Vault title')).toBe(false));
  expect(isOpen('Security question 1')).toBe(true);
  const folded = await readyButton('Vault details');
  expect(folded.getAttribute('aria-expanded')).toBe('false');
  expect(folded.closest('section')?.textContent).toContain('For Rosa');
  await user.click(folded);
  expect(isOpen('Vault title')).toBe(true);
  expect(field('Vault title').value).toBe('For Rosa');
  expect(folded.getAttribute('aria-expanded')).toBe('true');
});

test.each([
  [820, false],
  [1024, true],
])('at %i pixels a complete part stays open after the owner moved on: %s', async (pixels, staysOpen) => {
  beAsWideAs(pixels);
  await openForm();
  go('Vault title');
  fill('Vault title', written['Vault title']);
  fill('Personal message', written['Personal message']);
  go('Recipient name');
  await waitFor(() => expect(isOpen('Vault title')).toBe(staysOpen));
  expect(isOpen('Security question 1')).toBe(true);
});

test('an empty or invalid part stays open', async () => {
  await openForm();
  go('Vault title');
  fill('Vault title', 'For Rosa');
  go('Recipient email');
  fill('Recipient email', 'rosa@');
  go('Security question 1');
  expect(isOpen('Vault title')).toBe(true);
  expect(isOpen('Recipient email')).toBe(true);
});

test('an error opens its part, the form shows the number of errors, and one click leads to the first', async () => {
  const { create, user } = await openForm();
  writeVault({ 'Executor email': 'ben@', 'Recipient email': 'rosa@' });
  await create();
  await shows('Please check 2 fields.');
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Please check 2 fields.');
  expect(isOpen('Recipient email')).toBe(true);
  go('Vault title');
  await user.click(await readyButton('Show the first'));
  expect(field('Recipient email')).toBe(document.activeElement);
  fill('Recipient email', 'rosa@example.com');
  await shows('Please check 1 field.');
});

test('the form shows progress while the owner fills it in', async () => {
  await openForm();
  await shows('0 of 5 parts done');
  go('Recipient name');
  fill('Recipient name', 'Rosa');
  fill('Recipient email', 'rosa@example.com');
  fireEvent.blur(field('Recipient email'));
  await shows('1 of 5 parts done');
  fireEvent.click(screen.getByRole('checkbox', { name: /I have read and accept/ }));
  await shows('2 of 5 parts done');
});

test('Cancel is a link at the top, the bar has one button, and files are chosen by touch', async () => {
  const { user } = await openForm();
  const [cancel, ...others] = screen.getAllByRole('button', { name: 'Cancel' });
  expect(others).toEqual([]);
  const bar = (await readyButton('Create Vault')).closest('.form-bar');
  expect(within(bar as HTMLElement).getAllByRole('button')).toHaveLength(1);
  expect(cancel?.compareDocumentPosition(field('Vault title'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(pageText()).not.toContain('Drag files here');
  await readyButton('Choose photos or files');
  fill('Vault title', 'For Rosa');
  await user.click(cancel as HTMLElement);
  await screen.findByRole('dialog');
});
