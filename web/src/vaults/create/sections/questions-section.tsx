// The questions only the recipient can answer, with suggested questions and a warning about weak ones.
import { answerPromise } from '@remembrance/contract/answer-promise.ts';
import { useWatch } from 'react-hook-form';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { FormPart } from './form-part.tsx';
import { StartChooser } from './start-chooser.tsx';
import { blankQuestion, questionStarts, weaknessOf } from './starting-points.ts';
import type { SectionProps } from './text-sections.tsx';

export function QuestionsSection({ form: { register, formState, control, setValue, setFocus } }: SectionProps) {
  const { errors } = formState;
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
      hint="Ask what only they would know. Please add a second question: one alone is often guessed by those who knew you both."
    >
      <StartChooser
        title="Questions that are hard to guess"
        hint="Choose one, or let it lead you to your own. A mother’s maiden name, a birthday or a pet can be looked up."
        starts={questionStarts}
        onChoose={begin}
        isFullBecause={blank ? undefined : 'Both questions are written. Clear one to use another.'}
      />
      <TextField
        label="Security question 1"
        {...register('securityQuestion1')}
        error={errors.securityQuestion1?.message}
        hint={weaknessOf(securityQuestion1)}
      />
      <TextField
        label="Security answer 1"
        autoComplete="off"
        {...register('securityAnswer1')}
        error={errors.securityAnswer1?.message}
      />
      <TextField
        label="Security question 2"
        isOptional
        {...register('securityQuestion2', { deps: 'securityAnswer2' })}
        error={errors.securityQuestion2?.message}
        hint={weaknessOf(securityQuestion2)}
      />
      <TextField
        label="Security answer 2"
        isOptional
        autoComplete="off"
        {...register('securityAnswer2', { deps: 'securityQuestion2' })}
        error={errors.securityAnswer2?.message}
        hint={`${answerPromise} Other spellings can be added once the vault is kept.`}
      />
    </FormPart>
  );
}
