// The recipient's questions on the edit page: the stored ones, fields to change them, and a dialog to try the answers.
import { answerPromise } from '@remembrance/contract/answer-promise.ts';
import { questionsPerVault, spellingsPerAnswer } from '@remembrance/contract/limits.ts';
import type { OwnersQuestion } from '@remembrance/contract/questions.ts';
import type { Vault } from '@remembrance/contract/vaults.ts';
import { useWatch } from 'react-hook-form';
import { fieldOf } from '../../../lib/form.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/card.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { FocusFallback } from '../../../ui/focus-fallback.tsx';
import { LoadFailure } from '../../../ui/notice.tsx';
import { useQuestions } from '../../status/use-vault.ts';
import { type EditForm, questionFormOf } from '../state/edit-form.ts';
import type { EditState } from '../state/use-edit-state.ts';

interface QuestionsFieldsProps {
  vault: Pick<Vault, 'id'>;
  form: EditState['form'];
  onTry: () => void;
}

export function QuestionsFields({ vault, form, onTry }: QuestionsFieldsProps) {
  const { data, error, refetch } = useQuestions(vault.id);
  const edited = useWatch({ control: form.control, name: 'questions' });
  const set = (questions: EditForm['questions']) => form.setValue('questions', questions, { shouldDirty: true });
  return (
    <>
      {error && <LoadFailure error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-20" />}
      <FocusFallback shown={edited.map(({ id }) => `${id},`).join()} label="The questions" className="grid gap-5">
        {data && edited.length === 0 && (
          <StoredQuestions questions={data} onTry={onTry} onChange={() => set(data.map(questionFormOf))} />
        )}
        {edited.map((question, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a new question has no id, and the fields are named by their place
          <QuestionFields key={`${question.id}-${i}`} form={form} index={i} isAlone={edited.length === 1} />
        ))}
        {edited.length > 0 && (
          <div className="flex flex-wrap gap-3">
            {edited.length < questionsPerVault && (
              <Button variant="secondary" onClick={() => set([...edited, { id: '', question: '', answers: [''] }])}>
                Add a second question
              </Button>
            )}
            <Button variant="secondary" onClick={() => set([])}>
              Do not change the questions
            </Button>
          </div>
        )}
      </FocusFallback>
    </>
  );
}

interface StoredQuestionsProps extends Pick<QuestionsFieldsProps, 'onTry'> {
  questions: readonly OwnersQuestion[];
  onChange: () => void;
}

function StoredQuestions({ questions, onTry, onChange }: StoredQuestionsProps) {
  return (
    <>
      <ol className="grid gap-3">
        {questions.map(({ id, question, spellings }) => (
          <li key={id}>
            <p dir="auto" lang="" className="text-start [overflow-wrap:anywhere]">
              {question}
            </p>
            <p className="text-muted text-sm">
              {spellings === 1
                ? 'One spelling of the answer is accepted.'
                : `${spellings} spellings of the answer are accepted.`}
            </p>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={onTry}>
          Try the answers
        </Button>
        <Button variant="secondary" onClick={onChange}>
          Change the questions
        </Button>
      </div>
    </>
  );
}

interface OneQuestionProps extends Pick<QuestionsFieldsProps, 'form'> {
  index: number;
  isAlone: boolean;
}

function QuestionFields({ form, index, isAlone }: OneQuestionProps) {
  const { register, control, getValues, setValue, setFocus, formState } = form;
  const { id = '', answers = [''] } = useWatch({ control, name: `questions.${index}` }) ?? {};
  const number = index + 1;
  const errors = formState.errors.questions?.[index];
  const change = (questions: EditForm['questions']) => setValue('questions', questions, { shouldDirty: true });
  const addSpelling = () => {
    setValue(`questions.${index}.answers`, [...answers, ''], { shouldDirty: true });
    // Once its field is rendered.
    setTimeout(() => setFocus(`questions.${index}.answers.${answers.length}`));
  };
  const answersError = errors?.answers?.root?.message ?? (errors?.answers?.message as string | undefined);
  return (
    <div className="grid gap-4">
      <TextField label={`Question ${number}`} {...fieldOf(form, `questions.${index}.question`)} />
      {answers.map((_, i) => (
        <TextField
          // biome-ignore lint/suspicious/noArrayIndexKey: a spelling is named by its place
          key={i}
          label={answerLabel({ number, place: i, isStored: id !== '' })}
          isOptional={i > 0}
          autoComplete="off"
          {...register(`questions.${index}.answers.${i}`)}
          error={errors?.answers?.[i]?.message ?? (i === 0 ? answersError : undefined)}
          hint={i === 0 ? answerHint(id !== '') : undefined}
        />
      ))}
      <div className="flex flex-wrap gap-3">
        {answers.length < spellingsPerAnswer && (
          <Button variant="secondary" onClick={addSpelling}>
            Another spelling
          </Button>
        )}
        {!isAlone && (
          <Button variant="secondary" onClick={() => change(getValues('questions').filter((_, i) => i !== index))}>
            {`Remove question ${number}`}
          </Button>
        )}
      </div>
    </div>
  );
}

interface AnswerPlace {
  number: number;
  /** The position of the spelling. */
  place: number;
  isStored: boolean;
}

function answerLabel({ number, place, isStored }: AnswerPlace): string {
  if (place > 0) return `Another spelling of answer ${number}`;
  return isStored ? `New answer ${number}` : `Answer ${number}`;
}

const answerHint = (isStored: boolean): string =>
  isStored
    ? 'Leave it empty to keep the stored answer. A new answer replaces it and all its spellings.'
    : answerPromise;
