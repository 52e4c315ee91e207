// Leaving the form of a new vault: it asks first if something would be lost.
import { useState } from 'react';
import { useNavigate } from '../../lib/location.tsx';
import { useAskBeforeLeaving } from '../form/use-ask-before-leaving.ts';

export function useLeaving(
  endDraft: (how: { savesDraft: boolean }) => void,
  { hasUnsavedWork, isKept, isRunning }: { hasUnsavedWork: boolean; isKept: boolean; isRunning: boolean },
) {
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  useAskBeforeLeaving(!isKept && (hasUnsavedWork || isRunning), { isSaved: true });
  const leave = (how: { savesDraft: boolean }) => {
    endDraft(how);
    navigate('/');
  };
  const cancel = () => (hasUnsavedWork ? setAsking(true) : leave({ savesDraft: false }));
  return { isAsking, stay: () => setAsking(false), leave, cancel };
}
