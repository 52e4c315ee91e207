// The cover over the letter: the vault's seal, which its recipient opens when they are ready.
import type { AccessibleVault } from '@remembrance/contract/vault-access.ts';
import { product } from '../lib/product.ts';
import { Button } from '../ui/button.tsx';
import { PageTitle } from '../ui/page-shell.tsx';
import { Seal } from '../ui/seal/seal.tsx';
import type { Opening } from './use-opening.ts';
import './opened-cover.css';
import { AsWritten } from '../ui/as-written.tsx';

interface OpenedCoverProps {
  vault: AccessibleVault;
  opening: Opening;
  onOpen: () => void;
}

export function OpenedCover({ vault, opening, onOpen }: OpenedCoverProps) {
  const isSealed = opening === 'sealed';
  return (
    <div className={`on-night on-screen-only px-5 text-center ${isSealed ? 'py-14 sm:py-20' : 'pt-10 pb-32'}`}>
      <div className="mx-auto grid max-w-text justify-items-center gap-6">
        <div>
          <PageTitle className="text-heading">
            You Have a <AsWritten>{product.name}</AsWritten>
          </PageTitle>
          <p className="mt-3 text-mist">
            <span className="font-semibold text-candle">Access Granted</span>
            <br />
            <span>
              Welcome to your <AsWritten>{product.name}</AsWritten>
            </span>
          </p>
        </div>
        <div className={opening === 'open' ? 'seal-still' : ''}>
          <Seal
            vaultId={vault.id}
            size={opening === 'open' ? 120 : 208}
            label="The seal of this vault"
            {...(isSealed ? {} : { motion: 'open' as const })}
          />
        </div>
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
