// A password that is being chosen, with the rule it must meet.
import { passwordBytes } from '@remembrance/contract/limits.ts';
import { PasswordField, type TextFieldProps } from '../../ui/fields/text-field.tsx';

export function NewPasswordField(field: Omit<TextFieldProps, 'autoComplete' | 'hint'>) {
  return (
    <PasswordField
      autoComplete="new-password"
      hint={`At least ${passwordBytes.min} characters. A few words you can remember are better than symbols you cannot.`}
      {...field}
    />
  );
}
