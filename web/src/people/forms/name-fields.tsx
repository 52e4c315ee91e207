// The owner's first and last name, side by side if there is room.
import { TextField, type TextFieldProps } from '../../ui/fields/text-field.tsx';

type Field = Omit<TextFieldProps, 'label'>;

export function NameFields({ firstName, lastName }: { firstName: Field; lastName: Field }) {
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <TextField label="First name" autoComplete="given-name" {...firstName} />
      <TextField label="Last name" autoComplete="family-name" {...lastName} />
    </div>
  );
}
