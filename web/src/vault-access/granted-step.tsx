// What was left for the recipient: the message, as it was written, and the files.
import type { AccessibleFile, AccessibleVault } from '@remembrance/contract/vault-access.ts';
import { Download, Printer } from 'lucide-react';
import type { MouseEvent } from 'react';
import { FileRow } from '../files/file-row.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Notice } from '../ui/notice.tsx';
import { FileInPlace } from './file-in-place.tsx';
import { useStartAgain } from './use-access.ts';
import { useFreshLinks } from './use-fresh-links.ts';

interface GrantedStepProps {
  token: string;
  vault: AccessibleVault;
  files: readonly AccessibleFile[];
}

export function GrantedStep({ token, vault, files }: GrantedStepProps) {
  const { refresh, areStale, isSessionOver } = useFreshLinks(token);
  return (
    <div className="grid gap-10">
      <article>
        <h2 dir="auto" className="font-display text-title">
          {vault.title}
        </h2>
        <div dir="auto" className="mt-6 whitespace-pre-wrap text-start font-letter text-lg leading-relaxed">
          {vault.message}
        </div>
        <Button
          variant="secondary"
          className="mt-8 print:hidden"
          icon={<Printer aria-hidden className="size-5" strokeWidth={1.75} />}
          onClick={() => window.print()}
        >
          Print this message
        </Button>
      </article>
      {files.length > 0 && (
        <section aria-labelledby="files-heading" className="print:hidden">
          <h2 id="files-heading" className="font-display text-title">
            Files
          </h2>
          {isSessionOver && <SessionOver token={token} />}
          <Card className="mt-4">
            <ul>
              {files.map((file) => (
                <FileRow
                  key={file.id}
                  name={file.fileName}
                  type={file.fileType}
                  size={file.fileSize}
                  action={
                    <DownloadButton
                      file={isSessionOver ? { ...file, downloadUrl: '' } : file}
                      {...{ refresh, areStale }}
                    />
                  }
                >
                  <FileInPlace file={file} areLinksStale={areStale} onLinkOver={() => void refresh()} />
                </FileRow>
              ))}
            </ul>
          </Card>
        </section>
      )}
    </div>
  );
}

function SessionOver({ token }: { token: string }) {
  const startAgain = useStartAgain(token);
  return (
    <div className="mt-4">
      <Notice
        title="To download more, please answer once again"
        action={<Button onClick={() => void startAgain()}>Answer again</Button>}
        isAnnounced
      >
        For the safety of what was left for you, this page closes the files after a while.
      </Notice>
    </div>
  );
}

interface DownloadButtonProps {
  file: AccessibleFile;
  refresh: () => Promise<void>;
  areStale: () => boolean;
}

function DownloadButton({ file, refresh, areStale }: DownloadButtonProps) {
  const icon = <Download aria-hidden className="size-5" strokeWidth={1.75} />;
  const label = `Download ${file.fileName}`;
  if (!file.downloadUrl)
    return (
      <Button variant="secondary" disabled icon={icon} aria-label={label}>
        Download
      </Button>
    );
  // A page that slept may hold links that are over; they are renewed first, and the person presses again.
  async function renewFirst(event: MouseEvent) {
    if (!areStale()) return;
    event.preventDefault();
    await refresh();
  }
  return (
    <ButtonLink
      variant="secondary"
      href={file.downloadUrl}
      download={file.fileName}
      icon={icon}
      aria-label={label}
      onClick={(event) => void renewFirst(event)}
    >
      Download
    </ButtonLink>
  );
}
