// A dialog that asks before something happens, and the buttons of a form in a dialog. Not in dialog.tsx, which the landing page loads.
import { Button, type ButtonVariant } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';
import type { Elements } from './elements.ts';

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
