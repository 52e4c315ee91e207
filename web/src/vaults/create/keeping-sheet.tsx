// Shown between the click that creates a vault with nothing left to pay and the vault's page: only its seal on a sheet.
import { Seal } from '../../ui/seal/seal.tsx';

export const keepingTitle = 'Keeping your vault';

interface KeepingSheetProps {
  /** Undefined until the vault has an id, from which its seal is drawn. */
  vaultId: string | undefined;
  /** Presses the seal, and is called once that is done. */
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
