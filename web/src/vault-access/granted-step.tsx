// What was left for the recipient: the message and the files.
import { refusals } from '@remembrance/contract/refusals.ts';
import type { AccessibleFile, AccessibleVault } from '@remembrance/contract/vault-access.ts';
import { Printer } from 'lucide-react';
import { FileRow } from '../files/file-row.tsx';
import { shortDate } from '../lib/dates.ts';
import { Mark } from '../ui/brand.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Notice } from '../ui/notice.tsx';
import { DownloadButton } from './download-button.tsx';
import { FileInPlace } from './file-in-place.tsx';
import { useStartAgain } from './use-access.ts';
import { useFreshLinks } from './use-fresh-links.ts';

interface GrantedStepProps {
  token: string;
  vault: AccessibleVault;
  files: readonly AccessibleFile[];
}

export function GrantedStep({ token, vault, files }: GrantedStepProps) {
  const links = useFreshLinks(token);
  return (
    <div className="grid gap-10">
      <div>
        <article className="letter-sheet">
          <Mark className="mx-auto mb-6 size-10 text-brass" />
          <h2 dir="auto" className="text-center font-display text-title">
            {vault.title}
          </h2>
          <div dir="auto" className="mt-7 whitespace-pre-wrap text-start font-letter text-letter">
            {vault.message}
          </div>
        </article>
        <Button
          variant="secondary"
          className="mt-6 print:hidden"
          icon={<Printer aria-hidden className="size-5" strokeWidth={1.75} />}
          onClick={() => window.print()}
        >
          Print this message
        </Button>
      </div>
      {files.length > 0 && (
        <section aria-labelledby="files-heading" className="print:hidden">
          <h2 id="files-heading" className="font-display text-title">
            Files
          </h2>
          {links.isSessionOver && <SessionOver token={token} />}
          <Card className="mt-4">
            <ul>
              {files.map((file) => (
                <FileRow
                  key={file.id}
                  name={file.fileName}
                  type={file.fileType}
                  size={file.fileSize}
                  action={<DownloadButton file={file} {...links} />}
                >
                  <FileInPlace file={file} areLinksStale={links.areStale} onLinkExpired={() => void links.refresh()} />
                  <FileCondition file={file} />
                </FileRow>
              ))}
            </ul>
          </Card>
        </section>
      )}
    </div>
  );
}

/** Shows since when a file is unchanged, or that it is damaged. A damaged file can still be downloaded. */
function FileCondition({ file: { isDamaged, unchangedSince } }: { file: AccessibleFile }) {
  if (isDamaged) return <p className="text-muted text-sm">{refusals['file-damaged'].detail}</p>;
  if (!unchangedSince) return null;
  return <p className="text-muted text-sm">Unchanged since {shortDate(unchangedSince)}.</p>;
}

function SessionOver({ token }: { token: string }) {
  const startAgain = useStartAgain(token);
  return (
    <div className="mt-4">
      <Notice
        title="To download more, please answer the questions again"
        action={<Button onClick={() => void startAgain()}>Answer again</Button>}
        isAnnounced
      >
        To protect what was left for you, this page closes the files after a while.
      </Notice>
    </div>
  );
}
