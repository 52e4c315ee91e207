// Hydrates a prerendered page. If something changed it before its script ran (a translation, or a password manager's icon), React renders
// the page again, and we restore the typed text and the focus.
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

/** Replaces the prerendered content: a page that a translation has changed, or a frame whose page has loaded. */
export function drawAgain(place: HTMLElement, app: ReactNode, onRecoverableError: (error: unknown) => void): void {
  const sent = sentIn(place);
  // The router fires it once the page reacts to clicks.
  window.addEventListener('app-ready', () => putBack(sent, place), { once: true });
  createRoot(place, { onRecoverableError }).render(app);
}

/** A field added by a browser extension has no label of ours, and so no id. */
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
    // React controls no field of a prerendered page, so it is enough to set the value.
    if (field.value === '') field.value = before.value;
  }
}
