// Prevents a click from acting twice. On a slow device a second click can arrive before the page shows the first as pending.
import { type UseMutateFunction, type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

/** Runs an action unless the last one has not settled. The action reports its own failure. */
export function useOneAtATime(): (act: () => Promise<unknown>) => void {
  const isUnderWay = useRef(false);
  return (act) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    void act()
      .catch(() => {})
      .finally(() => {
        isUnderWay.current = false;
      });
  };
}

/** A mutation whose `mutateOnce` does nothing while the mutation is under way. */
export function useMutationOnce<Reply, Failure = Error, Sent = void>(
  options: UseMutationOptions<Reply, Failure, Sent>,
) {
  const mutation = useMutation(options);
  const once = useOneAtATime();
  const mutateOnce: UseMutateFunction<Reply, Failure, Sent> = (...sent) => once(() => mutation.mutateAsync(...sent));
  return { ...mutation, mutateOnce };
}
