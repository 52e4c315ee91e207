// A field for a day and a time. The browser reports no value for an incomplete date, so the form must ask whether it is complete.
import { type FocusEvent, useState } from 'react';
import { TextField, type TextFieldProps } from './text-field.tsx';

export const dateIncomplete = 'Please complete the date: month, day, year and time';

/** Whether a part of the date in this field is missing. Such a field's value is empty, as if nothing were entered. */
export const isHalfDate = (control: unknown): boolean =>
  control instanceof HTMLInputElement && control.validity.badInput;

interface DateTimeFieldProps extends Omit<TextFieldProps, 'type'> {
  /** Called when the field is left with half a date, and once it is half no longer. */
  onHalf?: (isHalf: boolean) => void;
}

export function DateTimeField({ error, hint, onBlur, onChange, onHalf, ...rest }: DateTimeFieldProps) {
  const [isLeftHalf, setHalf] = useState(false);
  const setLeftHalf = (isHalf: boolean) => {
    setHalf(isHalf);
    if (isHalf !== isLeftHalf) onHalf?.(isHalf);
  };
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    onBlur?.(event);
    afterPress(() => {
      const isHalf = isHalfDate(event.target);
      setLeftHalf(isHalf);
      // Emptying half a date is no change to the browser, so the form has not validated it again.
      if (error === dateIncomplete && !isHalf) onChange?.({ ...event, type: 'change' });
    });
  };
  return (
    <TextField
      {...rest}
      type="datetime-local"
      onBlur={leave}
      onChange={(event) => {
        if (!isHalfDate(event.target)) setLeftHalf(false);
        onChange?.(event);
      }}
      error={isLeftHalf ? dateIncomplete : error}
      hint={isLeftHalf ? undefined : hint}
    />
  );
}

/** Acts at once, or after the press of a button: an error that comes or goes would move the button from under the pointer. */
function afterPress(act: () => void): void {
  if (document.querySelector('button:active'))
    document.addEventListener('mouseup', () => setTimeout(act), { once: true });
  else act();
}
