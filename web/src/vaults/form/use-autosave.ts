// Saves a form's draft in this browser while it is typed: soon after each change, and when the page is hidden or left.
import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { onSignOutElsewhere } from '../../people/sessions/forget-on-sign-out.ts';

const saveDelayMilliseconds = 400;

/** @param store only the first render's function is called, so it must read current values */
export function useAutosave<Values extends FieldValues, Sent>(
  { subscribe }: Pick<UseFormReturn<Values, unknown, Sent>, 'subscribe'>,
  store: () => void,
) {
  /** Set it when the draft ends: from then on nothing is saved. Signing out in another tab sets it too. */
  const isFinished = useRef(false);
  const [saveNow] = useState(() => () => {
    if (!isFinished.current) store();
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const save = () => {
      clearTimeout(timer);
      saveNow();
    };
    const unsubscribe = subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer);
        timer = setTimeout(save, saveDelayMilliseconds);
      },
    });
    const stopListening = onSignOutElsewhere(() => {
      clearTimeout(timer);
      isFinished.current = true;
    });
    window.addEventListener('pagehide', save);
    document.addEventListener('visibilitychange', save);
    return () => {
      save();
      unsubscribe();
      stopListening();
      window.removeEventListener('pagehide', save);
      document.removeEventListener('visibilitychange', save);
    };
  }, [subscribe, saveNow]);
  return { saveNow, isFinished };
}
