// What was left for the recipient. They open it themselves: the seal opens, then the letter and the files appear.
import type { AccessibleFile, AccessibleVault } from '@remembrance/contract/access-state.ts';
import { shownSize } from '@remembrance/contract/files.ts';
import { recordingNames } from '@remembrance/contract/recordings.ts';
import { refusals } from '@remembrance/contract/refusals.ts';
import { Printer } from 'lucide';
import { type Ref, useEffect, useRef } from 'react';
import { dayInFull } from '../../../lib/dates.ts';
import { AsWritten } from '../../../ui/as-written.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Elements } from '../../../ui/elements.ts';
import { Icon } from '../../../ui/icon.tsx';
import { SiteHeader } from '../../../ui/page/page-shell.tsx';
import type { FreshLinks } from '../../files/shown/file-links.ts';
import { FreshDownload } from '../../files/shown/fresh-download.tsx';
import { OpenedCover, useOpening } from './opened-cover.tsx';
import { OpenedFile } from './opened-file.tsx';

export interface OpenedPageProps {
  vault: AccessibleVault;
  files: readonly AccessibleFile[];
  /** The signed link to everything in one download; none in a preview. */
  everythingUrl: string;
  links: FreshLinks;
  /** The key under which this tab remembers that it was opened; null to open it each time. */
  openingKey: string | null;
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
        </section>
      )}
      <KeepEverything vault={vault} files={files} everythingUrl={everythingUrl} links={links} />
    </div>
  );
}

function Letter({ vault, ref }: { vault: AccessibleVault; ref: Ref<HTMLElement> }) {
  return (
    <>
      <article ref={ref} tabIndex={-1} className="letter-sheet outline-none">
        <p className="text-center text-muted">
          From <AsWritten>{vault.ownerName}</AsWritten>, written <span>{dayInFull(vault.writtenAt)}</span>
        </p>
        <h2 dir="auto" lang="" className="mt-5 text-center font-display text-title">
          {vault.title}
        </h2>
        {vault.isUnreadable ? (
          <p className="mt-7 text-muted">{refusals['vault-unreadable'].detail}</p>
        ) : (
          <div lang="" className="own-direction mt-7 whitespace-pre-wrap font-letter text-letter">
            {vault.message}
          </div>
        )}
      </article>
      <Button
        variant="secondary"
        className="mt-6 print:hidden"
        icon={<Icon of={Printer} className="size-5" />}
        onClick={() => window.print()}
      >
        Print this message
      </Button>
    </>
  );
}

/** Everything in one download, so that it outlasts the link and this service. */
function KeepEverything({ vault, files, everythingUrl, links }: Omit<OpenedPageProps, 'openingKey'>) {
  const sizeBytes = files.reduce((sum, file) => sum + file.sizeBytes, 0);
  const reported = files.filter(({ finding }) => finding !== null).length;
  return (
    <section aria-labelledby="keep-heading" className="mt-14 border-line border-t pt-9 print:hidden">
      <h2 id="keep-heading" className="font-display text-title">
        Yours to keep
      </h2>
      <p className="mt-3">
        {`One download with the letter as a page that opens without us and without the internet${files.length > 0 ? `, and the ${files.length === 1 ? 'file' : `${files.length} files`}. ${shownSize(sizeBytes)} in all.` : '.'}`}
      </p>
      {reported > 0 && (
        <p className="mt-3 text-muted text-sm">
          {reported === 1
            ? 'It includes the file that a virus scanner reported, as described above.'
            : `It includes the ${reported} files that a virus scanner reported, as described above.`}
        </p>
      )}
      <div className="mt-5">
        <FreshDownload url={everythingUrl} fileName={`${vault.title}.zip`} variant="primary" links={links}>
          Keep everything
        </FreshDownload>
      </div>
      {files.length > 0 && (
        <p className="mt-4 text-muted text-sm">
          On a phone or with a slow connection, you can also download the files one by one. You can come back to this
          page with the link in our email.
        </p>
      )}
    </section>
  );
}
