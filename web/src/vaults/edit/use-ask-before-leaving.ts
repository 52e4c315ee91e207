// While something unsaved would be lost, the browser asks before the page is closed or reloaded.
import { useEffect } from 'react';

export function useAskBeforeLeaving(hasUnsavedWork: boolean): void {
  useEffect(() => {
    if (!hasUnsavedWork) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [hasUnsavedWork]);
}
