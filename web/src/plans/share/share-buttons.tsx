// The row of buttons that share a link.
import { Mail, Share2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useBrowserValue } from '../../lib/browser/browser-value.ts';
import { mailtoUrl, type Network, networks, openSharer, type SharedLink, shareLink } from './share-link.ts';

export function ShareButtons({ link }: { link: SharedLink }) {
  return (
    <ul className="flex flex-wrap gap-2.5">
      <li>
        <button type="button" aria-label="Share" className={look} onClick={() => void shareLink(link)}>
          <Share2 aria-hidden className="size-[18px]" strokeWidth={1.75} />
        </button>
      </li>
      {networks.map((network) => (
        <li key={network}>
          <button
            type="button"
            aria-label={`Share on ${network}`}
            className={look}
            onClick={() => openSharer(network, link)}
          >
            <svg aria-hidden="true" viewBox="0 0 24 24" className="size-[18px]" fill="currentColor">
              {glyphs[network]}
            </svg>
          </button>
        </li>
      ))}
      <li>
        <MailLink link={link} />
      </li>
    </ul>
  );
}

// The mail link contains encoded names that the server could not fill in, so it is built in the browser.
function MailLink({ link }: { link: SharedLink }) {
  const address = useBrowserValue(() => mailtoUrl(link), 'mailto:');
  return (
    <a aria-label="Share by email" className={look} href={address}>
      <Mail aria-hidden className="size-[18px]" strokeWidth={1.75} />
    </a>
  );
}

const look =
  'grid size-12 place-items-center rounded-full border border-current/35 transition-colors hover:bg-current/8 sm:size-11';

const glyphs: Record<Network, ReactNode> = {
  Facebook: (
    <path d="M10 21v-8H7.500V9.800H10V7.700C10 4.8 11.5 3.5 14 3.500c1 0 1.8.1 2.3.2v2.900h-1.700c-1.2 0-1.6.6-1.6 1.700v1.500h3.200l-.5 3.200H13v8z" />
  ),
  X: (
    <path d="M4 4h4.700l4 5.500L17.4 4h2.300l-6 6.900L20.5 20h-4.700l-4.4-6-5.2 6H3.900l6.5-7.500zm3.2 1.7 9.4 12.600h1.200L8.5 5.700z" />
  ),
  LinkedIn: (
    <path d="M5 9.500h3.200V20H5zM6.6 4.400a1.9 1.9 0 1 1 0 3.8 1.9 1.9 0 0 1 0-3.800zM10.5 9.500h3v1.500c.5-.9 1.7-1.8 3.3-1.8 3.2 0 3.7 2.1 3.7 4.800v6h-3.200v-5.400c0-1.3 0-2.7-1.7-2.700s-1.9 1.3-1.9 2.600V20h-3.200z" />
  ),
};
