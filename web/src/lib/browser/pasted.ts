// Cleans pasted and typed text: characters that other programs add are removed before a form reports an error.
import { plainAddress } from '@remembrance/contract/address.ts';
import { pastedLine, pastedLines } from '@remembrance/contract/pasted-text.ts';
import type { ClipboardEvent } from 'react';

type TextElement = HTMLInputElement | HTMLTextAreaElement;

/** Pastes into a field of one or many lines; if there is nothing to clean, the browser pastes. */
export function pasteCleaned(event: ClipboardEvent<TextElement>): void {
  const field = event.currentTarget;
  const pasted = event.clipboardData.getData('text/plain').replaceAll('\r\n', '\n');
  const cleaned = field instanceof HTMLTextAreaElement ? pastedLines(pasted) : pastedLine(pasted);
  if (event.isDefaultPrevented() || cleaned === pasted) return;
  event.preventDefault();
  insert(field, cleaned);
}

/** A mailed code between the words of a letter. It is upper case, as no word of the letter is. */
const codeInLetter = /(?:^|[^0-9A-Z-])([0-9A-Z]{4}-[0-9A-Z]{4})(?![0-9A-Z-])/u;

/** Pastes only the code of a copied letter into the field for it. */
export function pasteMailedCode(event: ClipboardEvent<TextElement>): void {
  const [, code] = codeInLetter.exec(event.clipboardData.getData('text/plain')) ?? [];
  if (code === undefined) {
    pasteCleaned(event);
    return;
  }
  event.preventDefault();
  event.currentTarget.select();
  insert(event.currentTarget, code);
}

/** Shows the address as we understood it once the person has left the field. */
export function tidyAddress({ currentTarget: field }: { currentTarget: TextElement }): void {
  const meant = plainAddress(field.value);
  if (meant !== field.value) field.value = meant;
}

/** The browser counts each line as an edit, so a letter of two thousand lines would freeze the page for half a minute. */
const maxUndoneLines = 20;

function insert(field: TextElement, text: string): void {
  // Only this call preserves the undo history. Without it the history is lost, but not the text.
  const isShort = text.split('\n').length <= maxUndoneLines;
  if (isShort && document.execCommand?.('insertText', false, text)) return;
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? field.value.length, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
