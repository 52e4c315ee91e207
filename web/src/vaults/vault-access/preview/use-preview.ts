// The calls of a preview. The page compares the address and the service compares the answers; neither counts as a recipient's guess.
import { previewVault, rehearseRelease } from '@remembrance/contract/previews.ts';
import { type OwnersQuestion, tryAnswers } from '@remembrance/contract/questions.ts';
import { refusals } from '@remembrance/contract/refusals.ts';
import { useQuery } from '@tanstack/react-query';
import { CallError, call, isUnauthorized, sentenceOf } from '../../../lib/call.ts';
import { useMutationOnce } from '../../../lib/one-at-a-time.ts';
import { queryOf } from '../../../lib/query-client.ts';
import { toast, toastFailure } from '../../../ui/toast.tsx';
import { useFiles, useOwnLinks } from '../../status/use-vault.ts';
import type { Answers, Proof } from '../proof/use-access.ts';

export const usePreview = (id: string) => useQuery(queryOf(previewVault, { params: { id } }));

export function usePreviewedEmail(recipientEmail: string, onRight: () => void): Proof<string> {
  return useMutationOnce({
    mutationFn: async (email: string) => {
      if (folded(email) !== folded(recipientEmail)) throw refused('link-email-refused');
    },
    onSuccess: () => {
      toast({ title: 'Email Verified', description: 'Please answer the security questions', isSaidInPage: true });
      onRight();
    },
    onError: sayRefusal('Invalid email address'),
  });
}

const folded = (email: string): string => email.trim().toLowerCase();

interface AskedQuestions {
  vaultId: string;
  questions: readonly OwnersQuestion[];
}

export function usePreviewedAnswers({ vaultId: id, questions }: AskedQuestions, onRight: () => void): Proof<Answers> {
  return useMutationOnce({
    mutationFn: async (answers: Answers) => {
      if (answers.length < questions.length) throw refused('answers-incomplete');
      const open = [...questions];
      const given = answers.flatMap(({ question, answer }) => {
        const at = open.findIndex((stored) => stored.question === question);
        return at < 0 ? [] : open.splice(at, 1).map((stored) => ({ id: stored.id, answer }));
      });
      const { accepted } = await call(tryAnswers, { params: { id }, body: { answers: given } });
      const right = accepted.filter(({ isAccepted }) => isAccepted).length;
      if (right < questions.length) throw refused('answers-refused');
    },
    onSuccess: onRight,
    onError: sayRefusal('Incorrect answers'),
  });
}

const refused = (code: 'link-email-refused' | 'answers-incomplete' | 'answers-refused') =>
  new CallError(refusals[code].status, refusals[code].detail, { code });

const sayRefusal = (fallback: string) => (error: unknown) =>
  toastFailure(error, { title: 'Verification Failed', fallback, isSaidInPage: true });

/** The files with the owner's own links. */
export function usePreviewedFiles(vaultId: string) {
  const query = useFiles(vaultId);
  const files = (query.data ?? []).map((file) => ({ ...file, isUnreadable: false }));
  return { files, links: useOwnLinks(query) };
}

export function useRehearsal(vaultId: string) {
  const { mutateOnce, error, isPending, isSuccess } = useMutationOnce({
    mutationFn: () => call(rehearseRelease, { params: { id: vaultId } }),
  });
  const refusal = error &&
    !isUnauthorized(error) && {
      sentence: sentenceOf(error, 'The emails could not be sent. Please try again.'),
      retryAt: error instanceof CallError ? error.retryAt : undefined,
    };
  return { send: mutateOnce, isPending, isSuccess, refusal };
}
