// Hydrates a page that was sent with its content. Where something changed it before its script (a translation, the sign of a password
// manager), React draws the page again; what was typed until then is put back, and so is the focus.
import type { ReactNode } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';

type Field = HTMLInputElement | HTMLTextAreaElement;

export function hydrate(place: HTMLElement, app: ReactNode, onRecoverableError: (error: unknown) => void): Root {
  const sent = fieldsIn(place);
  return hydrateRoot(place, app, {
    onRecoverableError(error) {
      putBack(sent, fieldsIn(place));
      onRecoverableError(error);
    },
  });
}

/** In place of what was sent: a page that a translation has changed, or the frame of one that is here now. */
export function drawAgain(place: HTMLElement, app: ReactNode, onRecoverableError: (error: unknown) => void): void {
  const sent = fieldsIn(place);
  // Said by the router once the page answers presses.
  window.addEventListener('app-ready', () => putBack(sent, fieldsIn(place)), { once: true });
  createRoot(place, { onRecoverableError }).render(app);
}

const fieldsIn = (place: HTMLElement): Field[] => [...place.querySelectorAll<Field>('input, textarea')];

function putBack(sent: readonly Field[], drawn: readonly Field[]): void {
  for (const [index, old] of ofOurs(sent).entries()) {
    const field = ofOurs(drawn)[index];
    if (!field || field === old || field.type !== old.type || old.value === '' || field.value !== '') continue;
    field.value = old.value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/** A field that something else has added has no label of ours. */
const ofOurs = (fields: readonly Field[]): Field[] => fields.filter(({ id }) => id !== '');
