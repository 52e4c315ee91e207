// Makes the browser ask before the page is closed or reloaded while there is unsaved work.
import { useEffect } from 'react';
import { isLeavingForLogin } from '../../people/sessions/login-redirect.ts';

/** @param options.isSaved whether this browser has saved the text, so that going to the login page and back loses nothing. */
export function useAskBeforeLeaving(hasUnsavedWork: boolean, { isSaved = false } = {}): void {
  useEffect(() => {
    if (!hasUnsavedWork) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!(isSaved && isLeavingForLogin())) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [hasUnsavedWork, isSaved]);
}
