// The last look before a vault is kept: all of it as it was written, what follows, and the button that does it.
import { fileSizeText } from '@remembrance/contract/files.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ChangedFileNote } from '../../files/changed-file-note.tsx';
import type { ChosenFile } from '../../files/choose-files.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { Button } from '../../ui/button.tsx';
import { Seal } from '../../ui/seal/seal.tsx';
import { CreationFailure } from './creation-failure.tsx';
import { findStoredCopy } from './draft-files.ts';
import { keepLabel, type Reviewed, whatFollows } from './review-rules.ts';

interface ReviewStepProps {
  reviewed: Reviewed;
  files: readonly ChosenFile[];
  /** The vault, once it is kept: its seal is pressed on. */
  keptId: string | undefined;
  onPressed: () => void;
  failure: readonly string[];
  isBusy: boolean;
  onKeep: () => void;
  onBack: () => void;
}

export function ReviewStep({ reviewed, files, keptId, onPressed, failure, isBusy, onKeep, onBack }: ReviewStepProps) {
  const { vault } = reviewed;
  const heading = useRef<HTMLHeadingElement>(null);
  const [hasFailed] = useState(failure.length > 0);
  // Back from a failed upload the reason has the focus.
  useEffect(() => {
    if (hasFailed) return;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [hasFailed]);
  useEffect(() => {
    if (keptId) window.scrollTo(0, 0);
  }, [keptId]);
  return (
    <div>
      <h2 ref={heading} tabIndex={-1} className="font-display text-title outline-none">
        Look it over once more
      </h2>
      <article aria-label={vault.title} className="letter-sheet mt-6">
        <div className="flex items-start justify-between gap-4">
          <div className="min-w-0">
            <h3 className="font-display text-heading">
              <AsWritten>{vault.title}</AsWritten>
            </h3>
            <p className="mt-1 text-muted">
              For <AsWritten>{vault.recipientName}</AsWritten>, <AsWritten>{vault.recipientEmail}</AsWritten>
            </p>
          </div>
          <SealPlace keptId={keptId} onPressed={onPressed} />
        </div>
        <div dir="auto" className="mt-6 whitespace-pre-wrap text-start">
          {vault.message}
        </div>
      </article>
      <dl className="mt-8 grid gap-x-8 gap-y-5 sm:grid-cols-2">
        <Fact name="Files">{files.length === 0 ? 'None' : <FileNames files={files} />}</Fact>
        <Fact name="They are asked">
          <Asked question={vault.securityQuestion1} answer={vault.securityAnswer1} />
          {vault.securityQuestion2 && <Asked question={vault.securityQuestion2} answer={vault.securityAnswer2 ?? ''} />}
        </Fact>
      </dl>
      <section aria-labelledby="what-follows" className="mt-8 rounded-card border border-line bg-vellum p-5 sm:p-6">
        <h3 id="what-follows" className="font-display text-title-sm">
          What happens next
        </h3>
        <ol className="mt-3 grid list-decimal gap-2 ps-5 marker:text-brass">
          {whatFollows(reviewed).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ol>
      </section>
      <div className="form-actions mt-8 grid gap-4 border-line border-t pt-4 pb-4 md:pt-9">
        <CreationFailure sentences={failure} />
        <div className="grid gap-3 md:flex">
          <Button isBusy={isBusy} onClick={onKeep}>
            {keepLabel(reviewed)}
          </Button>
          <Button variant="secondary" onClick={() => !isBusy && onBack()}>
            Go back and change
          </Button>
        </div>
      </div>
    </div>
  );
}

/** The place of the seal, empty until the vault is kept. */
function SealPlace({ keptId, onPressed }: { keptId: string | undefined; onPressed: () => void }) {
  return (
    <div className="grid size-24 shrink-0 place-items-center rounded-full border border-control border-dashed">
      {keptId && (
        <Seal vaultId={keptId} size={96} motion="pressed" onMotionEnd={onPressed} label="The seal of this vault" />
      )}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-semibold text-sm">{name}</dt>
      <dd className="mt-1 grid gap-2">{children}</dd>
    </div>
  );
}

/** The answer stands here once, so that a slip of the finger is seen now and not by somebody who mourns. */
function Asked({ question, answer }: { question: string; answer: string }) {
  return (
    <p>
      <bdi>{question}</bdi>
      <br />
      <span className="text-muted">
        <AsWritten>{answer}</AsWritten>
      </span>
    </p>
  );
}

const FileNames = ({ files }: { files: readonly ChosenFile[] }) => (
  <ul>
    {files.map(({ key, file }) => (
      <li key={key}>
        <AsWritten>{file.name}</AsWritten> <span className="text-muted">{fileSizeText(file.size)}</span>
        <ChangedFileNote file={file} findCopy={findStoredCopy} />
      </li>
    ))}
  </ul>
);
