// The second proof: the questions the owner chose. The page never says which answer was wrong.
import { answerPromise } from '@remembrance/contract/answer-promise.ts';
import { lengths } from '@remembrance/contract/limits.ts';
import { answerMissing, answersMissing } from '@remembrance/contract/vault-access.ts';
import { type FormEvent, useRef, useState } from 'react';
import { sentenceOf } from '../../../lib/call.ts';
import { proofRefusal } from '../../../lib/error-text.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.tsx';
import { type Answers, type Proof, useAnswersProof } from './use-access.ts';

interface QuestionsStepProps {
  token: string;
  questions: readonly string[];
}

export const QuestionsStep = ({ token, questions }: QuestionsStepProps) => (
  <QuestionsForm questions={questions} proof={useAnswersProof(token)} />
);

interface QuestionsFormProps {
  questions: readonly string[];
  proof: Proof<Answers>;
}

export function QuestionsForm({ questions, proof }: QuestionsFormProps) {
  const form = useRef<HTMLFormElement>(null);
  /** The questions without an answer at the last press. */
  const [missing, setMissing] = useState<readonly number[]>([]);
  const { error } = proof;
  const isAllMissing = missing.length === questions.length;
  const complaint = isAllMissing
    ? { title: 'Answers Required', words: answersMissing }
    : error && missing.length === 0
      ? { title: 'Verification Failed', words: proofRefusal(error, sentenceOf(error, 'Incorrect answers')) }
      : undefined;
  const focus = (index: number) => form.current?.querySelectorAll('input')[index]?.focus();

  function verify(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (proof.isPending) return;
    const typed = new FormData(event.currentTarget);
    const answers = questions.map((question, index) => ({
      question,
      answer: String(typed.get(nameOf(index)) ?? '').trim(),
    }));
    const blank = answers.flatMap(({ answer }, index) => (answer === '' ? [index] : []));
    setMissing(blank);
    const [first] = blank;
    if (first === undefined) return proof.mutateOnce(answers, { onError: () => focus(0) });
    const description = blank.length === questions.length ? answersMissing : answerMissing;
    toast({ title: 'Answers Required', description, variant: 'destructive', isSaidInPage: true });
    focus(first);
  }
  return (
    <form ref={form} method="post" noValidate onSubmit={verify} className="grid gap-6">
      {complaint && (
        <Notice variant="danger" title={complaint.title}>
          {complaint.words}
        </Notice>
      )}
      {questions.map((question, index) => (
        <TextField
          key={nameOf(index)}
          label={<bdi>{question}</bdi>}
          name={nameOf(index)}
          error={missing.includes(index) && !isAllMissing ? answerMissing : undefined}
          maxLength={lengths.answer}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      ))}
      <p className="text-muted text-sm">
        {questions.length > 1 && <span>Each question needs its answer. </span>}
        <span>{answerPromise}</span>
      </p>
      <Button type="submit" isBusy={proof.isPending} className="justify-self-start">
        Submit Answers
      </Button>
    </form>
  );
}

const nameOf = (index: number): string => `answer-${index}`;
