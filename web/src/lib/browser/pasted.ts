// Pasted and typed text as a field holds it: what other programs add is taken away before anyone reads of a mistake.
import { plainAddress } from '@remembrance/contract/address.ts';
import { pastedLine, pastedLines } from '@remembrance/contract/pasted-text.ts';
import type { ClipboardEvent } from 'react';

type TextElement = HTMLInputElement | HTMLTextAreaElement;

/** Pastes into a field of one line or of many; the browser does it where there is nothing to change. */
export function pasteCleaned(event: ClipboardEvent<TextElement>): void {
  const field = event.currentTarget;
  const pasted = event.clipboardData.getData('text/plain').replaceAll('\r\n', '\n');
  const cleaned = field instanceof HTMLTextAreaElement ? pastedLines(pasted) : pastedLine(pasted);
  if (event.isDefaultPrevented() || cleaned === pasted) return;
  event.preventDefault();
  insert(field, cleaned);
}

/** Shows the address that was meant once the person has left the field. */
export function tidyAddress({ currentTarget: field }: { currentTarget: TextElement }): void {
  const meant = plainAddress(field.value);
  if (meant !== field.value) field.value = meant;
}

/** Each line is an edit of its own to the browser: a letter of two thousand lines would stop the page for half a minute. */
const maxUndoneLines = 20;

function insert(field: TextElement, text: string): void {
  // The only way that keeps what Undo takes back. Without it that is lost, and not the text.
  const isShort = text.split('\n').length <= maxUndoneLines;
  if (isShort && document.execCommand?.('insertText', false, text)) return;
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? field.value.length, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
