// A field for a code from a letter. It groups the typed code as the letter does, accepts an entire pasted letter or typed sentence, and
// keeps the caret in place. It announces nothing: a screen reader reads the characters as they are typed, as in any field.
import type { ClipboardEvent, SyntheticEvent } from 'react';
import { TextField, type TextFieldProps } from './text-field.tsx';

interface GroupedCode {
  text: string;
  /** The caret's position in it: after the same character as before. */
  caret: number;
}

/** The one code in a copied text, such as an entire letter; undefined if there is none, or more than one. */
export function findCode(text: string): string | undefined {
  const runs = [...text.slice(0, longestCopied).matchAll(runOfGroups)].map(([, run = '']) => run);
  const codes = runs.filter((run) => /\d|\p{Pd}/u.test(run)); // four words of five letters are no code
  const [code, ...others] = codes.length > 1 ? codes.filter((run) => run === run.toUpperCase()) : codes;
  return others.every((other) => other === code) ? code : undefined;
}

const longestCopied = 20_000;
/** Overlapping, since a word of five letters may stand next to a code. */
const runOfGroups = /(?<![0-9A-Z])(?=([0-9A-Z]{5}(?:[\s\p{Pd}]*[0-9A-Z]{5}){3})(?![0-9A-Z]))/giu;

/** Whether a sign other than a dash ends a word inside a group of five. Then grouping would join the words around the code. */
export const isSentence = (typed: string): boolean =>
  wordInGroup.test(typed.normalize('NFKD').replace(/[\p{M}\p{Pd}]/gu, ''));

const wordInGroup = /^[^\p{L}\p{N}]*(?:[\p{L}\p{N}]{5}[^\p{L}\p{N}]*)*[\p{L}\p{N}]{1,4}[^\p{L}\p{N}]/u;

/** The characters between two dashes. */
const groupLength = 5;
const groupPattern = new RegExp(`.{1,${groupLength}}`, 'g');

/** @param isDeletingForward for the Delete key, which continues after a dash instead of stopping before it */
export function groupCode(typed: string, caret: number, isDeletingForward = false): GroupedCode {
  const characters = charactersOf(typed);
  const before = charactersOf(typed.slice(0, caret)).length;
  const hasNext = before < characters.length;
  const dashes = Math.floor((isDeletingForward && hasNext ? before : Math.max(0, before - 1)) / groupLength);
  const groups = characters.match(groupPattern) ?? [];
  return { text: groups.join('-'), caret: before + dashes };
}

/** The number of significant characters in a typed code, as the service reads them. */
export const codeLength = (typed: string): number => charactersOf(typed).replace(/[^0-9A-Z]/g, '').length;

/** The first letter or number of another script in a typed code; undefined if there is none. It may look like a Latin one. */
export const foreignCharacter = (typed: string): string | undefined => /[^0-9A-Z]/u.exec(charactersOf(typed))?.[0];

/** The letters and numbers, in any case, width and accent. Those of other scripts stay, so that nothing typed disappears unexplained. */
const charactersOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

export function CodeField({ className = '', ...rest }: Omit<TextFieldProps, 'type' | 'onChange'>) {
  const group = ({ currentTarget, nativeEvent }: SyntheticEvent<HTMLInputElement>) => {
    const { isComposing = false, inputType = '' } = nativeEvent as Partial<InputEvent>;
    // A phone's keyboard that is composing a word would insert it a second time.
    if (!isComposing && !isSentence(currentTarget.value)) regroup(currentTarget, inputType === 'deleteContentForward');
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    // Read before the browser removes the line ends, which separate the code from the words around it.
    const code = findCode(event.clipboardData.getData('text'));
    if (code === undefined) return;
    event.preventDefault();
    event.currentTarget.value = groupCode(code, code.length).text;
  };
  return (
    <TextField
      autoComplete="off"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      dir="ltr"
      {...rest}
      onChange={group}
      onCompositionEnd={group}
      onBlur={({ currentTarget }) => void readCode(currentTarget)}
      onPaste={paste}
      className={`tracking-wide ${className}`}
    />
  );
}

/** The code in a field that was left or is sent. The field then shows it alone, even if it was typed within a sentence. */
export function readCode(field: HTMLInputElement): string {
  if (isSentence(field.value)) field.value = findCode(field.value) ?? field.value;
  regroup(field, false);
  return field.value;
}

function regroup(field: HTMLInputElement, isDeletingForward: boolean): void {
  const { text, caret } = groupCode(field.value, field.selectionEnd ?? field.value.length, isDeletingForward);
  if (text === field.value) return;
  const hasFocus = document.activeElement === field;
  field.value = text;
  // In an unfocused field this would move the focus there, and open a phone's keyboard.
  if (hasFocus) field.setSelectionRange(caret, caret);
}
