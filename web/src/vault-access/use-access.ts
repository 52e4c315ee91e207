// Where this browser stands with a link, and the proofs that take it further. Each answer of the service, refusals
// included, is written into the same state, so that a reload and a step forward look alike.

import type { BodyOf } from '@remembrance/contract/endpoint.ts';
import {
  type AccessState,
  requestFreshLink,
  sendAccessCode,
  verifyAccess,
  verifyAccessAnswers,
  verifyAccessCode,
  verifyAccessEmail,
} from '@remembrance/contract/vault-access.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { CallError, call, sentenceOf } from '../lib/call.ts';
import { product } from '../lib/product.ts';
import { queryOf } from '../lib/query-client.ts';
import { toast } from '../ui/toast.tsx';
import { stateAfterRefusal } from './access-rules.ts';

export type Answers = BodyOf<typeof verifyAccessAnswers>['answers'];

const optionsOf = (token: string) => queryOf(verifyAccess, { query: { token } });

export const useAccess = (token: string) => useQuery(optionsOf(token));

/** Puts the page into another state than the service last told. */
function useMove(token: string) {
  const client = useQueryClient();
  const { queryKey } = optionsOf(token);
  const move = (to: AccessState) => client.setQueryData(queryKey, to);
  const standNow = () => client.getQueryData(queryKey);
  const askAgain = () => client.resetQueries({ queryKey });
  const lookAgain = () => client.invalidateQueries({ queryKey });
  return { move, standNow, askAgain, lookAgain };
}

/** A refusal either changes where one stands, or is only said. */
function useRefusal(token: string, fallback: string) {
  const { move, standNow, askAgain, lookAgain } = useMove(token);
  return (error: unknown) => {
    const next = stateAfterRefusal(standNow(), error instanceof CallError ? error : undefined);
    if (next === 'ask-again') return askAgain();
    if (next === 'look-again') void lookAgain();
    else if (next) move(next);
    toast({ title: 'Verification Failed', description: sentenceOf(error, fallback), variant: 'destructive' });
  };
}

export function useEmailProof(token: string) {
  const { lookAgain } = useMove(token);
  return useMutation({
    mutationFn: (email: string) => call(verifyAccessEmail, { body: { token, email } }),
    onSuccess() {
      toast({ title: 'Email Verified', description: 'Please answer the security questions' });
      return lookAgain();
    },
    onError: useRefusal(token, 'Invalid email address'),
  });
}

export function useCodeSending(token: string) {
  const { move, standNow } = useMove(token);
  return useMutation({
    mutationFn: () => call(sendAccessCode, { body: { token } }),
    onSuccess(code) {
      const before = standNow();
      if (before) move({ ...before, code });
    },
    onError: useRefusal(token, 'The code could not be sent. Please try again.'),
  });
}

export function useCodeProof(token: string) {
  const { move } = useMove(token);
  return useMutation({
    mutationFn: (code: string) => call(verifyAccessCode, { body: { token, code } }),
    onSuccess({ questions }) {
      toast({ title: 'Thank You', description: 'Please answer the security questions' });
      move({ step: 'questions', questions });
    },
    onError: useRefusal(token, 'This code is not right'),
  });
}

export function useAnswersProof(token: string) {
  const { move } = useMove(token);
  return useMutation({
    mutationFn: (answers: Answers) => call(verifyAccessAnswers, { body: { token, answers } }),
    onSuccess(content) {
      toast({ title: 'Access Granted', description: `Welcome to your ${product.name}` });
      move({ step: 'granted', ...content });
    },
    onError: useRefusal(token, 'Incorrect answers'),
  });
}

export const useFreshLink = (token: string) =>
  useMutation({
    mutationFn: () => call(requestFreshLink, { body: { token } }),
    onError: (error) =>
      toast({
        title: 'Not Sent',
        description: sentenceOf(error, 'The letter could not be sent. Please try again.'),
        variant: 'destructive',
      }),
  });

/** Asks the service for links that live on. Answers false where the session is over and the proofs are needed again. */
export function useRenewal(token: string) {
  const client = useQueryClient();
  return useCallback(async (): Promise<boolean> => {
    const state = await call(verifyAccess, { query: { token } });
    if (state.step !== 'granted') return false;
    client.setQueryData(optionsOf(token).queryKey, state);
    return true;
  }, [client, token]);
}

/** Back to the first proof, when the session is over. */
export const useStartAgain = (token: string) => useMove(token).askAgain;
