// Makes the browser ask before the page is closed or reloaded while there is unsaved work. Its text is saved in this browser, so going to the
// login page and back loses nothing and is not asked about. Log Out has already asked.
import { useEffect } from 'react';
import { isLeavingPage } from '../../people/sessions/login-redirect.ts';

export function useAskBeforeLeaving(hasUnsavedWork: boolean): void {
  useEffect(() => {
    if (!hasUnsavedWork) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isLeavingPage()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [hasUnsavedWork]);
}
