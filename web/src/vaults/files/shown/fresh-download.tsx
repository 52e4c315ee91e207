// A download by a signed link. If the page was asleep its links may have expired, so they are renewed first and the click is repeated.
import { Download } from 'lucide';
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { unreachableSentence } from '../../../lib/call.ts';
import { Button, ButtonLink, type ButtonSize, type ButtonVariant } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { toast } from '../../../ui/toast.tsx';
import type { FreshLinks } from './file-links.ts';

interface FreshDownloadProps {
  /** Empty if there is nothing to download. */
  url: string;
  fileName: string;
  /** Its name for a screen reader. */
  label?: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  links: FreshLinks;
  children: ReactNode;
}

export function FreshDownload(props: FreshDownloadProps) {
  const { url, fileName, label, variant = 'secondary', size = 'regular', links, children } = props;
  const { refresh, areStale, isSessionOver } = links;
  const link = useRef<HTMLAnchorElement>(null);
  /** The link that was clicked after it had expired. */
  const [expiredUrl, setExpiredUrl] = useState<string>();
  // Repeated only once the new link is in the page, which can be later than the reply that brought it.
  useEffect(() => {
    if (expiredUrl === undefined || expiredUrl === url) return;
    setExpiredUrl(undefined);
    link.current?.click();
  }, [expiredUrl, url]);
  const look = { variant, size, icon: <Icon of={Download} className="size-5" />, 'aria-label': label };
  if (isSessionOver || !url)
    return (
      <Button {...look} disabled>
        {children}
      </Button>
    );

  async function renewFirst(event: MouseEvent<HTMLAnchorElement>) {
    if (!areStale()) return;
    event.preventDefault();
    link.current = event.currentTarget;
    setExpiredUrl(url);
    const outcome = await refresh();
    if (outcome !== 'renewed') setExpiredUrl(undefined);
    if (outcome === 'not-reached')
      toast({ title: 'Not Downloaded', description: unreachableSentence, variant: 'destructive' });
  }
  return (
    <ButtonLink {...look} href={url} download={fileName} onClick={(event) => void renewFirst(event)}>
      {children}
    </ButtonLink>
  );
}
