// Hydrates a page that was sent with its content. Where something changed it before its script (a translation, the sign of a password
// manager), React draws the page again; what was typed until then is put back, and so is the focus.
import type { ReactNode } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';

type Field = HTMLInputElement | HTMLTextAreaElement;

interface Sent {
  field: Field;
  hasFocus: boolean;
}

export function hydrate(place: HTMLElement, app: ReactNode, onRecoverableError: (error: unknown) => void): Root {
  const sent = sentIn(place);
  return hydrateRoot(place, app, {
    onRecoverableError(error) {
      putBack(sent, place);
      onRecoverableError(error);
    },
  });
}

/** In place of what was sent: a page that a translation has changed, or the frame of one that is here now. */
export function drawAgain(place: HTMLElement, app: ReactNode, onRecoverableError: (error: unknown) => void): void {
  const sent = sentIn(place);
  // Said by the router once the page answers presses.
  window.addEventListener('app-ready', () => putBack(sent, place), { once: true });
  createRoot(place, { onRecoverableError }).render(app);
}

/** A field that something else has added has no label of ours, and so no id. */
const fieldsIn = (place: HTMLElement): Field[] =>
  [...place.querySelectorAll<Field>('input, textarea')].filter(({ id }) => id !== '');

const sentIn = (place: HTMLElement): Sent[] =>
  fieldsIn(place).map((field) => ({ field, hasFocus: field === document.activeElement }));

function putBack(sent: readonly Sent[], place: HTMLElement): void {
  const drawn = fieldsIn(place);
  for (const [index, { field: before, hasFocus }] of sent.entries()) {
    const field = drawn[index];
    if (!field || field === before || field.type !== before.type) continue;
    if (hasFocus) field.focus();
    if (before instanceof HTMLInputElement && before.checked !== (field as HTMLInputElement).checked) field.click();
    // No field of a page that is sent with its content is controlled by React, so its value is all there is to set.
    if (field.value === '') field.value = before.value;
  }
}
