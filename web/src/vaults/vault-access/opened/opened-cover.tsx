// The cover over the letter: the vault's seal, which the recipient opens when ready. Then it folds and shows the letter.
import type { AccessibleVault } from '@remembrance/contract/access-state.ts';
import { type CSSProperties, useState } from 'react';
import { attempt } from '../../../lib/browser/attempt.ts';
import { product } from '../../../lib/product.ts';
import { Button } from '../../../ui/button.tsx';
import { PageTitle } from '../../../ui/page/page-shell.tsx';
import { Seal } from '../../../ui/seal/seal.tsx';
import './opened-cover.css';
import { AsWritten } from '../../../ui/as-written.tsx';

interface OpenedCoverProps {
  vault: AccessibleVault;
  opening: Opening;
  onOpen: () => void;
}

const sealSize = 208;
const foldedSealSize = 64;

export function OpenedCover({ vault, opening, onOpen }: OpenedCoverProps) {
  const isSealed = opening === 'sealed';
  return (
    <div
      className={`on-night on-screen-only px-5 text-center ${isSealed ? 'py-14' : 'pt-4 pb-5'} ${opening === 'opening' ? 'cover-opening' : ''}`}
    >
      <div className={`mx-auto grid max-w-text justify-items-center ${isSealed ? 'gap-6' : 'gap-2'}`}>
        <PageTitle className="text-title sm:text-heading">
          You Have a <AsWritten>{product.name}</AsWritten>
        </PageTitle>
        <CoverSeal vaultId={vault.id} opening={opening} />
        <p className={isSealed ? 'text-mist text-sm' : 'sr-only'}>
          Access Granted
          <br />
          <span>
            Welcome to your <AsWritten>{product.name}</AsWritten>
          </span>
        </p>
        {isSealed && (
          <>
            <p className="text-lg">
              <AsWritten>{vault.ownerName}</AsWritten> left this for you, <AsWritten>{vault.recipientName}</AsWritten>.
            </p>
            <Button variant="candle" size="large" onClick={onOpen}>
              Open it when you are ready
            </Button>
            <p className="text-mist text-sm">There is no hurry. It stays here.</p>
          </>
        )}
      </div>
    </div>
  );
}

function CoverSeal({ vaultId, opening }: { vaultId: string; opening: Opening }) {
  const seal = { vaultId, label: 'The seal of this vault' };
  if (opening === 'sealed') return <Seal {...seal} size={sealSize} />;
  return (
    <div
      className="cover-seal"
      style={{ '--cover-seal-size': opening === 'open' ? foldedSealSize : sealSize } as CSSProperties}
    >
      {opening === 'open' ? (
        <Seal {...seal} size={foldedSealSize} isOpen />
      ) : (
        <Seal {...seal} size={sealSize} motion="open" />
      )}
    </div>
  );
}

/** opening: just now, with the seal's animation. open: earlier, and still open. */
type Opening = 'sealed' | 'opening' | 'open';

/** It is remembered for this tab, so that a reload does not ask again. */
export function useOpening(key: string | null): { opening: Opening; open: () => void } {
  const [opening, setOpening] = useState<Opening>(() => (key !== null && wasOpened(key) ? 'open' : 'sealed'));
  const open = () => {
    if (key !== null) remember(key);
    setOpening('opening');
  };
  return { opening, open };
}

const nameOf = (key: string): string => `opened/${key}`;

// A browser may refuse storage. Then the seal opens again after a reload.
const wasOpened = (key: string): boolean => attempt(() => sessionStorage.getItem(nameOf(key)) !== null) ?? false;
const remember = (key: string): void => attempt(() => sessionStorage.setItem(nameOf(key), 'yes'));
