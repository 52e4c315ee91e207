// The questions only the recipient can answer, with suggested questions and a warning about weak ones.
import { answerPromise } from '@remembrance/contract/answer-promise.ts';
import { useWatch } from 'react-hook-form';
import { fieldOf } from '../../../lib/form.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { FormPart } from './folding.tsx';
import { StartChooser } from './start-chooser.tsx';
import { blankQuestion, questionStarts, weaknessOf } from './starting-points.ts';
import type { FormSectionProps } from './text-sections.tsx';

export function QuestionsSection({ form }: FormSectionProps) {
  const { formState, control, setValue, setFocus } = form;
  const [securityQuestion1, securityQuestion2] = useWatch({
    control,
    name: ['securityQuestion1', 'securityQuestion2'],
  });
  const blank = blankQuestion({ securityQuestion1, securityQuestion2 });
  const begin = (start: string) => {
    if (!blank) return;
    setValue(`securityQuestion${blank}`, start, { shouldDirty: true, shouldValidate: formState.isSubmitted });
    setFocus(`securityAnswer${blank}`);
  };
  return (
    <FormPart
      part="questions"
      title="Security verification"
      hint="Ask what only they would know. Please add a second question: people who knew you both can often guess one answer."
    >
      <StartChooser
        title="Questions that are hard to guess"
        hint="Choose one, or let it lead you to your own. Anyone can look up a mother’s maiden name, a birthday or a pet."
        starts={questionStarts}
        onChoose={begin}
        isFullBecause={blank ? undefined : 'Both questions are filled in. Clear a question to use another.'}
      />
      <TextField
        label="Security question 1"
        {...fieldOf(form, 'securityQuestion1')}
        hint={weaknessOf(securityQuestion1)}
      />
      <TextField label="Security answer 1" autoComplete="off" {...fieldOf(form, 'securityAnswer1')} />
      <TextField
        label="Security question 2"
        isOptional
        {...fieldOf(form, 'securityQuestion2', { deps: 'securityAnswer2' })}
        hint={weaknessOf(securityQuestion2)}
      />
      <TextField
        label="Security answer 2"
        isOptional
        autoComplete="off"
        {...fieldOf(form, 'securityAnswer2', { deps: 'securityQuestion2' })}
        hint={`${answerPromise} You can add other spellings after you have kept the vault.`}
      />
    </FormPart>
  );
}
