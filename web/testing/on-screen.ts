// Finds what a person sees on an open screen: buttons, links, fields with their messages, toasts, and the address.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';

/** A button, once it is there and enabled. */
export async function readyButton(name: string | RegExp): Promise<HTMLButtonElement> {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name });
  await waitFor(() => expect(button.disabled || isBusy(button)).toBe(false));
  return button;
}

/** A button that is on the screen now. */
export const button = (name: string): HTMLElement => screen.getByRole('button', { name });

export const isBusy = (button: HTMLElement): boolean => button.getAttribute('aria-disabled') === 'true';

export const isDisabled = (name: string | RegExp): boolean =>
  screen.getByRole<HTMLButtonElement>('button', { name }).disabled;

/** Opens a collapsed part of a form. */
export const openPart = async (title: string): Promise<void> => void fireEvent.click(await readyButton(title));

export const isFolded = (title: string): boolean =>
  screen.getByRole('button', { name: title }).getAttribute('aria-expanded') === 'false';

/** Where a link leads. */
export const hrefOf = (name: string | RegExp): string | null => screen.getByRole('link', { name }).getAttribute('href');

export const pageText = (): string => document.body.textContent ?? '';

/** The toast's text; empty if there is none. */
export const toastText = (): string => screen.getByRole('region', { name: 'Notifications' }).textContent ?? '';

/** Waits until the address is this path. */
export const isAt = (path: string): Promise<void> => waitFor(() => expect(window.location.pathname).toBe(path));

/** A field by its label, whether or not it is optional. */
export const field = (label: string): HTMLInputElement =>
  screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}( \\(optional\\))?$`));

/** Everything a screen reader reads after a field's name: its error, then its hint. */
export function saidAt(label: string): string {
  const ids = field(label).getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}

export const isInvalid = (label: string): boolean => field(label).getAttribute('aria-invalid') === 'true';

/** Fills a field in one step, if typing is not what the test is about. */
export const fill = (label: string, value: string): void => void fireEvent.change(field(label), { target: { value } });

/** Simulates a date field with a missing part. @returns the function that writes the complete date, or none */
export function writeHalfDate(label: string): (value: string) => void {
  const input = field(label);
  const setBadInput = (badInput: boolean) =>
    Object.defineProperty(input, 'validity', { value: { badInput }, configurable: true });
  setBadInput(true);
  fill(label, '');
  return (value) => {
    setBadInput(false);
    fill(label, value);
  };
}

/** Two clicks that arrive before the page has reacted to the first, for example on a slow device. */
export function pressTwice(button: HTMLElement): void {
  fireEvent.click(button);
  fireEvent.click(button);
}
