// The fields for a recipient's name and email address, in the create form and in the edit form.
import { EmailField } from '../../ui/fields/email-field.tsx';
import { TextField, type TextFieldProps } from '../../ui/fields/text-field.tsx';

type OneField = Omit<TextFieldProps, 'label' | 'type' | 'autoComplete'>;

export function RecipientFields({ name, email }: { name: OneField; email: OneField }) {
  return (
    <>
      <TextField label="Recipient name" autoComplete="off" {...name} />
      <EmailField label="Recipient email" autoComplete="off" {...email} />
    </>
  );
}
