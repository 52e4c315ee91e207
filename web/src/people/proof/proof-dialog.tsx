// Asks the owner to confirm their identity when a call requires it. The page behind the dialog stays unchanged.
import { useEffect, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { registerProofPrompt } from '../../lib/proof-gate.ts';
import { Skeleton } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PagePart } from '../../ui/page/page-part.tsx';

/** Loaded on demand: it is rarely needed, and its forms would be a tenth of an owner's page. */
const ProofWays = lazyComponent(() => import('./proof-ways.tsx'));

interface Waiting {
  /** Why a proof is needed. */
  sentence: string;
  resolve: (isProven: boolean) => void;
}

export function ProofDialog() {
  const [waiting, setWaiting] = useState<Waiting[]>([]);
  useEffect(() => void ProofWays.load().catch(() => {}), []);
  useEffect(
    () =>
      registerProofPrompt(
        (sentence) => new Promise((resolve) => setWaiting((others) => [...others, { sentence, resolve }])),
      ),
    [],
  );
  const answer = (isProven: boolean) => {
    setWaiting([]);
    for (const { resolve } of waiting) resolve(isProven);
  };
  return (
    <Dialog
      isOpen={waiting.length > 0}
      onClose={() => answer(false)}
      title="Please confirm it is you"
      description={`${waiting.at(-1)?.sentence ?? ''} Nothing you have entered is lost.`}
    >
      <PagePart load={ProofWays.load} fallback={<Skeleton className="h-24 rounded-card" />}>
        <ProofWays onProven={() => answer(true)} onClose={() => answer(false)} />
      </PagePart>
    </Dialog>
  );
}
