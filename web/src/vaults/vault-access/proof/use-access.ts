// The recipient's access state and the calls that advance it. Every response, including refusals, updates the same cached state, so that
// a reload shows the same page as a step forward.
import type { AccessState } from '@remembrance/contract/access-state.ts';
import type { BodyOf } from '@remembrance/contract/endpoint.ts';
import {
  readAccess,
  requestFreshLink,
  sendAccessCode,
  verifyAccessAnswers,
  verifyAccessCode,
  verifyAccessEmail,
} from '@remembrance/contract/vault-access.ts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { CallError, call } from '../../../lib/call.ts';
import { cookiesNeeded } from '../../../lib/cookies.ts';
import { useMutationOnce } from '../../../lib/one-at-a-time.ts';
import { product } from '../../../lib/product.ts';
import { toast, toastFailure } from '../../../ui/toast.tsx';
import { stateAfterRefusal } from './access-rules.ts';

export type Answers = BodyOf<typeof verifyAccessAnswers>['answers'];

/** A recipient's step: it checks the entry and reports a wrong one. */
export interface Proof<Entered> {
  error: unknown;
  isPending: boolean;
  mutateOnce: (entered: Entered, options: { onError: () => void }) => void;
}

const optionsOf = (token: string) =>
  queryOptions<AccessState, CallError>({
    queryKey: [readAccess.path, token],
    queryFn: () => call(readAccess, { body: { token } }),
  });

export const useAccess = (token: string) => useQuery(optionsOf(token));

/** Reads and changes the cached access state. */
function useAccessState(token: string) {
  const client = useQueryClient();
  const { queryKey } = optionsOf(token);
  const setState = (to: AccessState) => client.setQueryData(queryKey, to);
  const currentState = () => client.getQueryData(queryKey);
  const restart = () => client.resetQueries({ queryKey });
  const reload = () => client.invalidateQueries({ queryKey });
  /** After an accepted address only a browser without our cookie is still at this step. */
  const hasStayedAtEmail = () => {
    const { status, data } = client.getQueryState<AccessState>(queryKey) ?? {};
    return status === 'success' && data?.step === 'email';
  };
  return { setState, currentState, restart, reload, hasStayedAtEmail };
}

/** Handles a refusal: it changes the state, or only shows a message. */
function useRefusal(token: string, fallback: string) {
  const { setState, currentState, restart, reload } = useAccessState(token);
  return (error: unknown) => {
    const next = stateAfterRefusal(currentState(), error instanceof CallError ? error : undefined);
    if (next === 'restart') return restart();
    if (next === 'reload') void reload();
    else if (next) setState(next);
    const isSaidInPage = error instanceof CallError && saidAtTheField.includes(error.code ?? '');
    toastFailure(error, { title: 'Verification Failed', fallback, isSaidInPage });
  };
}

/** After these refusals the step stays, and its form shows the message. */
const saidAtTheField: readonly string[] = [
  'link-email-refused',
  'answers-incomplete',
  'answers-refused',
  'mailbox-code-refused',
];

export function useEmailProof(token: string) {
  const { reload, hasStayedAtEmail } = useAccessState(token);
  return useMutationOnce({
    async mutationFn(email: string) {
      await call(verifyAccessEmail, { body: { token, email } });
      await reload();
      if (hasStayedAtEmail()) throw cookiesNeeded('the link');
    },
    onSuccess: () =>
      toast({ title: 'Email Verified', description: 'Please answer the security questions', isSaidInPage: true }),
    onError: useRefusal(token, 'Invalid email address'),
  });
}

export const codeNotSent = 'The code could not be sent. Please try again.';

export function useCodeSending(token: string) {
  const { setState, currentState } = useAccessState(token);
  return useMutationOnce({
    mutationFn: () => call(sendAccessCode, { body: { token } }),
    onSuccess(code) {
      const before = currentState();
      if (before) setState({ ...before, code });
    },
    onError: useRefusal(token, codeNotSent),
  });
}

export function useCodeProof(token: string) {
  const { setState, currentState } = useAccessState(token);
  return useMutationOnce({
    mutationFn: (code: string) => call(verifyAccessCode, { body: { token, code } }),
    onSuccess({ questions }) {
      toast({ title: 'Thank You', description: 'Please answer the security questions', isSaidInPage: true });
      const { ownerName, releasedBy } = currentState() ?? {};
      setState({ step: 'questions', questions, ownerName, releasedBy });
    },
    onError: useRefusal(token, 'This code is wrong'),
  });
}

export function useAnswersProof(token: string) {
  const { setState } = useAccessState(token);
  return useMutationOnce({
    mutationFn: (answers: Answers) => call(verifyAccessAnswers, { body: { token, answers } }),
    onSuccess(content) {
      toast({ title: 'Access Granted', description: `Welcome to your ${product.name}`, isSaidInPage: true });
      setState({ step: 'granted', ...content });
    },
    onError: useRefusal(token, 'Incorrect answers'),
  });
}

export const useFreshLink = (token: string) =>
  useMutationOnce({
    mutationFn: () => call(requestFreshLink, { body: { token } }),
    onError: (error) =>
      toastFailure(error, { title: 'Not Sent', fallback: 'The email could not be sent. Please try again.' }),
  });

const endedLink: readonly (string | undefined)[] = ['link-expired', 'link-closed', 'link-not-found', 'link-withdrawn'];

/** Whether the page has to give way to the trouble. After another failure what is on it stays, with everything typed. */
export const isInTheWay = (error: CallError, state: AccessState | undefined): boolean =>
  state === undefined || endedLink.includes(error.code);

/** Requests new download links. Resolves to false if the session or the link has ended and the proofs are needed again. */
export function useRenewal(token: string) {
  const client = useQueryClient();
  return useCallback(async (): Promise<boolean> => {
    const state = await call(readAccess, { body: { token } }).catch((error: unknown) => {
      if (error instanceof CallError && endedLink.includes(error.code)) return undefined;
      throw error;
    });
    if (state?.step !== 'granted') return false;
    client.setQueryData(optionsOf(token).queryKey, state);
    return true;
  }, [client, token]);
}

/** Returns to the first proof when the session has ended. */
export const useStartAgain = (token: string) => useAccessState(token).restart;
