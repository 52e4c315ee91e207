// Downloads a file. If the page was asleep its links may have expired, so they are renewed first and the click is repeated.
import type { AccessibleFile } from '@remembrance/contract/vault-access.ts';
import { Download } from 'lucide-react';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { unreachableSentence } from '../lib/call.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { toast } from '../ui/toast.tsx';
import type { FreshLinks } from './use-fresh-links.ts';

interface DownloadButtonProps extends Pick<FreshLinks, 'refresh' | 'areStale' | 'isSessionOver'> {
  file: AccessibleFile;
}

export function DownloadButton({ file, refresh, areStale, isSessionOver }: DownloadButtonProps) {
  const link = useRef<HTMLAnchorElement>(null);
  /** The link that was clicked after it had expired. */
  const [expiredUrl, setExpiredUrl] = useState<string>();
  // Repeated only once the new link is in the page, which can be later than the reply that brought it.
  useEffect(() => {
    if (expiredUrl === undefined || expiredUrl === file.downloadUrl) return;
    setExpiredUrl(undefined);
    link.current?.click();
  }, [expiredUrl, file.downloadUrl]);
  const icon = <Download aria-hidden className="size-5" strokeWidth={1.75} />;
  const label = `Download ${file.fileName}`;
  if (isSessionOver || !file.downloadUrl)
    return (
      <Button variant="secondary" disabled icon={icon} aria-label={label}>
        Download
      </Button>
    );

  async function renewFirst(event: MouseEvent<HTMLAnchorElement>) {
    if (!areStale()) return;
    event.preventDefault();
    link.current = event.currentTarget;
    setExpiredUrl(file.downloadUrl);
    const outcome = await refresh();
    if (outcome !== 'renewed') setExpiredUrl(undefined);
    if (outcome === 'not-reached')
      toast({ title: 'Not Downloaded', description: unreachableSentence, variant: 'destructive' });
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
