// The fields for a recipient's name and email address, in the create form and in the edit form.
import { TextField, type TextFieldProps } from '../../ui/fields/text-field.tsx';

type OneField = Omit<TextFieldProps, 'label' | 'type' | 'autoComplete'>;

export function RecipientFields({ name, email }: { name: OneField; email: OneField }) {
  return (
    <>
      <TextField label="Recipient name" autoComplete="off" {...name} />
      <TextField label="Recipient email" type="email" autoComplete="off" {...email} />
    </>
  );
}
