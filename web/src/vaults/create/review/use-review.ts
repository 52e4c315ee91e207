// The review step has its own history entry, so that the device's Back returns to the form. Once the vault is created, the form's and the
// review's entries are replaced, so that Back never leads to an empty form.
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from '../../../lib/location.tsx';

export function useReview() {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const isLeaving = useRef(false);
  useEffect(() => {
    if (!isOpen) return;
    const close = () => {
      if (!isLeaving.current) setOpen(false);
    };
    window.addEventListener('popstate', close);
    return () => window.removeEventListener('popstate', close);
  }, [isOpen]);

  function open(): void {
    const { pathname, search } = window.location;
    if (!isReviewEntry()) navigate(`${pathname}${search}`, { state: reviewState });
    setOpen(true);
  }
  /** @param then called once the form is shown again, after the browser has gone back */
  function close(then = () => {}): void {
    setOpen(false);
    leaveEntry(() => setTimeout(then));
  }
  /** Replaces the form with the next page. */
  function leaveFor(path: string): void {
    isLeaving.current = true;
    leaveEntry(() => {
      navigate(path, { replace: true });
      window.scrollTo(0, 0); // the form's scroll position means nothing on this page
    });
  }
  return { isOpen, open, close, leaveFor };
}

const reviewState = { step: 'review' };
const isReviewEntry = (): boolean => (window.history.state as typeof reviewState | null)?.step === reviewState.step;

function leaveEntry(then: () => void): void {
  if (isReviewEntry()) {
    window.addEventListener('popstate', then, { once: true });
    window.history.back();
  } else then();
}
