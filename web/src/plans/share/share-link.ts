// Shares a link: by the device's share sheet, the clipboard, a social network or mail.
import { display } from '@remembrance/contract/limits.ts';
import { product } from '../../lib/product.ts';
import { trialPromo } from '../../lib/promo.ts';
import { toast } from '../../ui/toast.tsx';

export interface SharedLink {
  title: string;
  text: string;
  url: string;
}

/** Opens the device's share sheet if it has one, otherwise copies the link. Closing the sheet is not a failure. */
export async function shareLink(link: SharedLink): Promise<void> {
  if (!navigator.share) return copyLink(link.url);
  try {
    await navigator.share(link);
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return;
    await copyLink(link.url);
  }
}

async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    toast({ title: 'Link copied!', description: 'The link has been copied to your clipboard.' });
  } catch {
    toast({ title: 'Could not copy link', description: url, variant: 'destructive', isLasting: true });
  }
}

export const networks = ['Facebook', 'X', 'LinkedIn'] as const;
export type Network = (typeof networks)[number];

export function sharerUrl(network: Network, { url, text }: SharedLink): string {
  switch (network) {
    case 'Facebook':
      return `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: url })}`;
    case 'X':
      return `https://twitter.com/intent/tweet?${new URLSearchParams({ url, text })}`;
    case 'LinkedIn':
      return `https://www.linkedin.com/sharing/share-offsite/?${new URLSearchParams({ url })}`;
  }
}

export function openSharer(network: Network, link: SharedLink): void {
  const { width, height } = display.sharePopup;
  window.open(sharerUrl(network, link), '_blank', `noopener,noreferrer,width=${width},height=${height}`);
}

export const mailtoUrl = ({ title, text, url }: SharedLink): string =>
  `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`${text}\n\n${url}`)}`;

/** Shared from the public pages: the offer of a free month. */
export const trialLink: SharedLink = {
  title: `${product.name}: a month free`,
  text: `A place to keep messages and memories for the people you love, until the time comes. The first month is free: 30 days, no credit card required.`,
  url: `${product.publicUrl}/?promo=${trialPromo}`,
};
