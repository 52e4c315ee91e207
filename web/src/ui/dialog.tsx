// Modal dialogs: a plain one, one that asks before something happens, and the buttons of a form in a dialog. The browser's own dialog
// element traps the focus, closes on Escape and restores the focus.
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button, type ButtonVariant } from './button.tsx';
import type { Elements } from './elements.ts';
import { FailureInDialog } from './toast.tsx';

interface DialogProps {
  isOpen: boolean;
  /** Called on Escape or a press outside; the parent decides whether to close. */
  onClose: () => void;
  /** Only one of its buttons closes it, because its content is shown once. */
  staysOpen?: boolean;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** The buttons. The first receives the focus, so the button that changes nothing comes first. */
  actions?: ReactNode;
}

export function Dialog({ isOpen, onClose, staysOpen = false, title, description, children, actions }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    if (isOpen) {
      keepScrollbarPlace();
      dialog.current?.showModal();
    } else dialog.current?.close();
  }, [isOpen]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does for the keyboard what a press outside does for a pointer
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      // The close event is late: the dialog may already be open again.
      onClose={({ currentTarget }) => {
        if (currentTarget.open) return;
        // The browser closes it on a second Escape, whatever we did on the first.
        if (staysOpen && isOpen) currentTarget.showModal();
        else onClose();
      }}
      onCancel={(event) => {
        event.preventDefault();
        if (!staysOpen) onClose();
      }}
      onClick={(event) => event.target === event.currentTarget && !staysOpen && onClose()}
      className="m-auto w-[min(32rem,calc(100%-2rem))] rounded-card border border-line bg-surface p-0 text-ink shadow-floating backdrop:bg-night/60"
    >
      {isOpen && (
        <div className="p-6 sm:p-8">
          <h2 id={`${id}-title`} className="font-display text-title">
            {title}
          </h2>
          {description && (
            <p id={`${id}-description`} className="mt-3 text-muted">
              {description}
            </p>
          )}
          {children && <div className="mt-5">{children}</div>}
          <FailureInDialog />
          {actions && <div className="mt-7 flex flex-col gap-3 sm:flex-row sm:justify-end">{actions}</div>}
        </div>
      )}
    </dialog>
  );
}

/** A page under a dialog does not scroll. The place of its scrollbar stays, so that nothing moves; without a scrollbar there is no place. */
function keepScrollbarPlace(): void {
  const hasScrollbar = document.body.offsetWidth < window.innerWidth;
  document.documentElement.style.setProperty('--dialog-gutter', hasScrollbar ? 'stable' : 'auto');
}

interface ConfirmationProps extends Omit<DialogProps, 'actions'> {
  /** The label of the button that changes nothing. */
  no: string;
  yes: string;
  variant?: ButtonVariant;
  isBusy: boolean;
  /** Whether there is nothing to confirm yet. */
  isDisabled?: boolean;
  onConfirm: () => void;
}

/** Asks before something happens, and stays open while it does. */
export function Confirmation(props: ConfirmationProps) {
  const { no, yes, variant = 'primary', isBusy, isDisabled = false, onConfirm, onClose, ...dialog } = props;
  return (
    <Dialog
      {...dialog}
      onClose={() => !isBusy && onClose()}
      actions={
        <>
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            {no}
          </Button>
          <Button variant={variant} isBusy={isBusy} disabled={isDisabled} onClick={onConfirm}>
            {yes}
          </Button>
        </>
      }
    />
  );
}

interface DialogButtonsProps {
  /** The label of the button that only closes. */
  no?: string;
  onClose: () => void;
  className?: string;
  children: Elements;
}

export function DialogButtons({ no = 'Cancel', onClose, className = '', children }: DialogButtonsProps) {
  return (
    <div className={`flex flex-col gap-3 sm:flex-row sm:justify-end ${className}`}>
      <Button variant="secondary" onClick={onClose}>
        {no}
      </Button>
      {children}
    </div>
  );
}
