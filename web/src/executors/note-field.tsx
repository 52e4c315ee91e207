// The field for what an owner adds for their executor.
import type { ComponentProps } from 'react';
import { TextArea } from '../ui/text-field.tsx';

export function NoteField(props: Omit<ComponentProps<typeof TextArea>, 'label' | 'hint'>) {
  return (
    <TextArea
      label="A note for them"
      isOptional
      rows={4}
      {...props}
      hint="It is in the letter with their code and on their page: where to find things, whom to ask. A changed note is in the next letter."
    />
  );
}
