// A field for a code from a letter. It groups the typed code as the letter does, accepts an entire pasted letter, and keeps the caret in
// place. It announces nothing: a screen reader reads the characters as they are typed, as in any field.
import type { ClipboardEvent, SyntheticEvent } from 'react';
import { findCode, groupCode } from './group-code.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';

export function CodeField({ className = '', ...rest }: Omit<TextFieldProps, 'type' | 'onChange'>) {
  const group = ({ currentTarget, nativeEvent }: SyntheticEvent<HTMLInputElement>) => {
    const { isComposing = false, inputType = '' } = nativeEvent as Partial<InputEvent>;
    // A phone's keyboard that is composing a word would insert it a second time.
    if (!isComposing) regroup(currentTarget, inputType === 'deleteContentForward');
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
      onBlur={group}
      onPaste={paste}
      className={`tracking-wide ${className}`}
    />
  );
}

function regroup(field: HTMLInputElement, isDeletingForward: boolean): void {
  const { text, caret } = groupCode(field.value, field.selectionEnd ?? field.value.length, isDeletingForward);
  if (text === field.value) return;
  const hasFocus = document.activeElement === field;
  field.value = text;
  // In an unfocused field this would move the focus there, and open a phone's keyboard.
  if (hasFocus) field.setSelectionRange(caret, caret);
}
