// A dialog in which an owner answers the questions as the recipient would, and learns which answers would be accepted.
import { type OwnersQuestion, tryAnswers } from '@remembrance/contract/questions.ts';
import type { Vault } from '@remembrance/contract/vaults.ts';
import { useForm } from 'react-hook-form';
import { type CallError, call } from '../../../lib/call.ts';
import { useMutationOnce } from '../../../lib/one-at-a-time.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { RefusalNotice } from '../../../ui/notice.tsx';
import { useQuestions } from '../../status/use-vault.ts';

interface TryAnswersProps {
  vault: Pick<Vault, 'id' | 'recipientName'>;
  isOpen: boolean;
  onClose: () => void;
}

export function TryAnswers({ vault, isOpen, onClose }: TryAnswersProps) {
  const { data: questions = [] } = useQuestions(vault.id);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Try the answers"
      description={`Write each answer as ${vault.recipientName} would. We do not count this as a guess, and we notify nobody.`}
    >
      <TrialForm vaultId={vault.id} questions={questions} onClose={onClose} />
    </Dialog>
  );
}

interface TrialFormProps {
  vaultId: string;
  questions: readonly OwnersQuestion[];
  onClose: () => void;
}

function TrialForm({ vaultId, questions, onClose }: TrialFormProps) {
  const { register, handleSubmit } = useForm<{ answers: string[] }>({
    defaultValues: { answers: questions.map(() => '') },
  });
  const trial = useMutationOnce<{ accepted: { id: string; isAccepted: boolean }[] }, CallError, string[]>({
    mutationFn: (answers) =>
      call(tryAnswers, { params: { id: vaultId }, body: { answers: givenAnswers(questions, answers) } }),
  });
  const submit = handleSubmit(({ answers }) => {
    if (givenAnswers(questions, answers).length > 0) trial.mutateOnce(answers);
  });
  const verdictOf = (id: string) => trial.data?.accepted.find((verdict) => verdict.id === id)?.isAccepted;
  return (
    <form noValidate method="post" onSubmit={submit} className="grid gap-5">
      <RefusalNotice error={trial.error} />
      {questions.map(({ id, question }, i) => (
        <div key={id} className="grid gap-2">
          <TextField label={<bdi lang="">{question}</bdi>} autoComplete="off" {...register(`answers.${i}`)} />
          <p role="status" className="text-sm empty:hidden">
            {verdictText(verdictOf(id))}
          </p>
        </div>
      ))}
      <DialogButtons no="Close" onClose={onClose} className="mt-2">
        <Button type="submit" isBusy={trial.isPending}>
          Try
        </Button>
      </DialogButtons>
    </form>
  );
}

const givenAnswers = (questions: readonly OwnersQuestion[], answers: readonly string[]) =>
  questions.flatMap(({ id }, i) => {
    const answer = (answers[i] ?? '').trim();
    return answer === '' ? [] : [{ id, answer }];
  });

function verdictText(isAccepted: boolean | undefined): string {
  if (isAccepted === undefined) return '';
  return isAccepted
    ? 'Accepted.'
    : 'Not accepted. If they might write it like this, change the questions and add it as another spelling.';
}
