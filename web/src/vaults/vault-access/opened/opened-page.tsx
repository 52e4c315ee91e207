// What was left for the recipient. They open it themselves: the seal opens, then the letter and the files appear.

import type { AccessibleFile, AccessibleVault } from '@remembrance/contract/access-state.ts';
import { recordingNames } from '@remembrance/contract/recordings.ts';
import { useEffect, useRef } from 'react';
import { shortDate } from '../../../lib/dates.ts';
import type { Elements } from '../../../ui/elements.ts';
import { SiteHeader } from '../../../ui/page/page-shell.tsx';
import { KeepEverything } from './keep-everything.tsx';
import { Letter } from './letter.tsx';
import { OpenedCover } from './opened-cover.tsx';
import { OpenedFile } from './opened-file.tsx';
import type { FreshLinks } from './use-fresh-links.ts';
import { useOpening } from './use-opening.ts';

export interface OpenedPageProps {
  vault: AccessibleVault;
  files: readonly AccessibleFile[];
  /** The signed link to everything in one download; none in a preview. */
  everythingUrl: string;
  links: FreshLinks;
  /** The key under which this tab remembers that it was opened; null to open it each time. */
  openingKey: string | null;
  /** Shown under the letter. */
  notice?: Elements;
}

export function OpenedPage({ vault, openingKey, ...content }: OpenedPageProps) {
  const { opening, open } = useOpening(openingKey);
  return (
    <>
      <SiteHeader actions={null} />
      <main>
        <OpenedCover vault={vault} opening={opening} onOpen={open} />
        {opening !== 'sealed' && <Content {...content} vault={vault} isArriving={opening === 'opening'} />}
      </main>
    </>
  );
}

interface ContentProps extends Omit<OpenedPageProps, 'openingKey'> {
  isArriving: boolean;
}

function Content({ vault, files, everythingUrl, links, notice, isArriving }: ContentProps) {
  const letter = useRef<HTMLElement>(null);
  const names = recordingNames(files);
  useEffect(() => {
    if (!isArriving) return;
    window.scrollTo(0, 0); // where the seal opens
    letter.current?.focus({ preventScroll: true });
  }, [isArriving]);
  return (
    <div
      className={`letter-under-seal mx-auto w-full max-w-text px-4 pb-20 sm:px-8 print:p-0 ${isArriving ? 'letter-arriving' : ''}`}
    >
      <Letter ref={letter} vault={vault} />
      {notice}
      {files.length > 0 && (
        <section aria-labelledby="files-heading" className="mt-14 print:hidden">
          <h2 id="files-heading" className="font-display text-title">
            With the letter
          </h2>
          <ul>
            {files.map((file) => (
              <OpenedFile key={file.id} file={file} recordingName={names.get(file.id)} links={links} />
            ))}
          </ul>
          <Unchanged files={files} />
        </section>
      )}
      <KeepEverything files={files} url={everythingUrl} title={vault.title} links={links} />
    </div>
  );
}

/** Shown once for all files, and only if it is true of each. */
function Unchanged({ files }: { files: readonly AccessibleFile[] }) {
  const since = files.map(({ unchangedSince }) => unchangedSince ?? '');
  const isWhole = files.every(({ isDamaged, isUnreadable }) => !isDamaged && !isUnreadable);
  const latest = since.toSorted().at(-1);
  if (!isWhole || since.includes('') || !latest) return null;
  return <p className="mt-4 text-muted text-sm">{`Unchanged since ${shortDate(latest)}.`}</p>;
}
