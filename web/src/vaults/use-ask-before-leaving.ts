// While something unsaved would be lost, the browser asks before the page is closed or reloaded.
import { useEffect } from 'react';
import { isLeavingForLogin } from '../sessions/login-redirect.ts';

/** @param options.isKept the words are kept in this browser, so that going to the login page and back loses none. */
export function useAskBeforeLeaving(hasUnsavedWork: boolean, { isKept = false } = {}): void {
  useEffect(() => {
    if (!hasUnsavedWork) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!(isKept && isLeavingForLogin())) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [hasUnsavedWork, isKept]);
}
