// Marks every page of a preview as one, on the screen and in print.
import type { AccessibleVault } from '@remembrance/contract/access-state.ts';
import { AsWritten } from '../../../ui/as-written.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import type { Elements } from '../../../ui/elements.ts';

interface PreviewFrameProps {
  vault: AccessibleVault;
  /** Continues without the proof. */
  onSkip?: () => void;
  children: Elements;
}

export function PreviewFrame({ vault, onSkip, children }: PreviewFrameProps) {
  return (
    <>
      <aside aria-label="Preview" className="on-night print:hidden">
        <div className="mx-auto flex max-w-shell flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-2 sm:px-8">
          <p className="text-sm">
            <strong>Preview.</strong> This is what <AsWritten>{vault.recipientName}</AsWritten> will see. Nothing is
            sent to anyone.
          </p>
          <div className="flex flex-wrap gap-2">
            {onSkip && (
              <Button variant="night" size="compact" onClick={onSkip}>
                Skip this step
              </Button>
            )}
            <ButtonLink variant="night" size="compact" to={`/vault/${vault.id}`}>
              Back to your vault
            </ButtonLink>
          </div>
        </div>
      </aside>
      {children}
      <Watermark />
    </>
  );
}

function Watermark() {
  return (
    <svg aria-hidden="true" className="pointer-events-none fixed inset-0 z-30 size-full text-brass opacity-15">
      <pattern id="preview-mark" width="260" height="190" patternUnits="userSpaceOnUse" patternTransform="rotate(-28)">
        <text x="20" y="100" fontSize="30" letterSpacing="8" fill="currentColor">
          PREVIEW
        </text>
      </pattern>
      <rect width="100%" height="100%" fill="url(#preview-mark)" />
    </svg>
  );
}
