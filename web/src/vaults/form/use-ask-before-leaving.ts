// Makes the browser ask before the page is closed or reloaded while there is unsaved work. Its text is saved in this browser, so going to the
// login page and back loses nothing and is not asked about. Log Out has already asked.
import { useEffect } from 'react';
import { hasSignedOut } from '../../people/sessions/forget-on-sign-out.ts';
import { isLeavingForLogin } from '../../people/sessions/login-redirect.ts';

export function useAskBeforeLeaving(hasUnsavedWork: boolean): void {
  useEffect(() => {
    if (!hasUnsavedWork) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isLeavingForLogin() && !hasSignedOut()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [hasUnsavedWork]);
}
