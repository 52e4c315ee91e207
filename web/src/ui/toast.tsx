// Toasts: brief messages about what just happened, one at a time. A toast stays longer while it is hovered or focused, and until it is
// dismissed if it has an action or a text to copy. It is at the top, away from a form's buttons, and above the page's heading; one that is
// too tall for that is at the bottom.
import { X } from 'lucide';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { isUnauthorized, sentenceOf } from '../lib/call.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

export interface ToastText {
  title: string;
  description?: string | undefined;
  variant?: 'default' | 'destructive';
  action?: { label: string; onPress: () => void };
  /** Stays until it is dismissed, because its text is meant to be copied. */
  isLasting?: boolean;
  /** The page shows the same message in place, so the toast is only for screen readers. */
  isSaidInPage?: boolean;
}

interface ShownToast extends ToastText {
  id: number;
}

let shown: ShownToast | undefined;
let nextId = 1;
const listeners = new Set<() => void>();

/** Shows a toast, replacing the current one. */
export function toast(text: ToastText): void {
  change({ ...text, id: nextId++ });
}

interface FailureText extends Pick<ToastText, 'title' | 'isSaidInPage'> {
  /** Shown if the service gave no readable reason. */
  fallback: string;
}

/** Shows why a call failed. If the session has ended, the page leads to the login page instead. */
export function toastFailure(error: unknown, { fallback, ...text }: FailureText): void {
  if (isUnauthorized(error)) return;
  toast({ ...text, description: sentenceOf(error, fallback), variant: 'destructive' });
}

export function dismissToast(): void {
  change(undefined);
}

export const shownToast = (): ToastText | undefined => shown;

function change(to: ShownToast | undefined): void {
  shown = to;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Rendered once in the app. Both live regions must exist before a message appears, or it would not be announced. */
export function Toaster({ milliseconds }: { milliseconds: number }) {
  const current = useSyncExternalStore(
    subscribe,
    () => shown,
    () => undefined,
  );
  const isUrgent = current?.variant === 'destructive';
  return (
    <section
      aria-label="Notifications"
      className="on-screen-only pointer-events-none fixed inset-0 z-50 flex flex-col items-center p-2 has-[.low-toast]:justify-end"
    >
      <div role="status">
        {current && !isUrgent && <ToastCard key={current.id} text={current} milliseconds={milliseconds} />}
      </div>
      <div role="alert">
        {current && isUrgent && <ToastCard key={current.id} text={current} milliseconds={milliseconds} />}
      </div>
    </section>
  );
}

/** The last failure since a dialog opened, inside it: the dialog hides the toast, also from screen readers. */
export function FailureInDialog() {
  const current = useSyncExternalStore(
    subscribe,
    () => shown,
    () => undefined,
  );
  const [earlier] = useState(current);
  const [failure, setFailure] = useState<ShownToast>();
  const isNews = current && current !== earlier;
  const next = isNews && current.variant === 'destructive' && !current.isSaidInPage ? current : undefined;
  if (isNews && next !== failure) setFailure(next);
  if (!failure) return null;
  return (
    <div key={failure.id} ref={bringIntoView} role="alert" className="mt-5 rounded-card border border-garnet p-4">
      <p className="font-semibold text-garnet">{failure.title}</p>
      <p className="text-muted text-sm">{failure.description}</p>
    </div>
  );
}

const bringIntoView = (failure: HTMLElement | null) => failure?.scrollIntoView({ block: 'nearest' });

function ToastCard({ text, milliseconds }: { text: ToastText; milliseconds: number }) {
  const { title, description, variant, action, isLasting = false, isSaidInPage = false } = text;
  const [isRead, setRead] = useState(false);
  const [card, isTall] = useIsTall();
  const stays = isRead || isLasting || action !== undefined;
  useEffect(() => {
    if (stays) return;
    const timer = setTimeout(dismissToast, milliseconds);
    return () => clearTimeout(timer);
  }, [stays, milliseconds]);
  if (isSaidInPage)
    return (
      <div className="sr-only">
        <p>{title}</p>
        {description && <p>{description}</p>}
      </div>
    );
  const reading = {
    onMouseEnter: () => setRead(true),
    onMouseLeave: ({ currentTarget }: { currentTarget: Element }) =>
      setRead(currentTarget.contains(document.activeElement)),
    onFocus: () => setRead(true),
    onBlur: ({ currentTarget }: { currentTarget: Element }) => setRead(currentTarget.matches(':hover')),
  };
  return (
    <div
      {...reading}
      ref={card}
      className={`pointer-events-auto flex w-[min(26rem,calc(100vw-1rem))] items-start gap-3 rounded-card border bg-surface p-3 ps-4 shadow-floating motion-safe:animate-rise ${isTall ? lowPlace : ''} ${variant === 'destructive' ? 'border-garnet' : 'border-line'}`}
    >
      <div className="min-w-0 flex-1">
        <p className={`font-semibold ${variant === 'destructive' ? 'text-garnet' : ''}`}>{title}</p>
        {description && <p className="text-muted text-sm">{description}</p>}
        {action && (
          <Button
            variant="secondary"
            size="compact"
            className="mt-3"
            onClick={() => {
              dismissToast();
              action.onPress();
            }}
          >
            {action.label}
          </Button>
        )}
      </div>
      <button
        type="button"
        aria-label="Dismiss notification"
        onClick={dismissToast}
        className="-me-1 -mt-1 grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-vellum hover:text-ink"
      >
        <Icon of={X} className="size-5" />
      </button>
    </div>
  );
}

/** Above a form's bar of buttons, which stays in view there. */
const lowPlace =
  'low-toast mb-[env(safe-area-inset-bottom)] [html:has(.form-bar)_&]:mb-24 max-md:[html:has(.form-actions)_&]:mb-44';

/** A page's header, and the space between it and the heading. */
const rootSizesAboveHeading = 7;

/** Whether an element at the top would reach the page's heading. */
function useIsTall() {
  const element = useRef<HTMLDivElement>(null);
  const [isTall, setTall] = useState(false);
  useLayoutEffect(() => {
    if (!element.current) return;
    const { offsetTop, offsetHeight } = element.current;
    const rootSize = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    setTall(offsetTop + offsetHeight > rootSizesAboveHeading * rootSize);
  }, []);
  return [element, isTall] as const;
}
