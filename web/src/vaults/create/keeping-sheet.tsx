// What stands between the press that keeps a vault with nothing left to pay and the vault itself: its seal on a sheet, and nothing
// else.
import { Seal } from '../../ui/seal/seal.tsx';

export const keepingTitle = 'Keeping your vault';

interface KeepingSheetProps {
  /** Undefined until the vault has one: its seal is drawn from it. */
  vaultId: string | undefined;
  /** Presses the seal on, and is called once it is there. */
  onPressed?: () => void;
}

export function KeepingSheet({ vaultId, onPressed }: KeepingSheetProps) {
  return (
    <div role="status" className="letter-sheet mx-auto grid max-w-text place-items-center py-16">
      {vaultId === undefined ? (
        <span aria-hidden className="size-[120px] rounded-full border border-line" />
      ) : (
        <Seal
          vaultId={vaultId}
          size={120}
          label="The seal of this vault"
          {...(onPressed && { motion: 'pressed', onMotionEnd: onPressed })}
        />
      )}
    </div>
  );
}
