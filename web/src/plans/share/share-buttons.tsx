// The row of buttons that share the offer of a free month.
import { Mail, Share2 } from 'lucide';
import type { ReactNode } from 'react';
import { useBrowserValue } from '../../lib/browser/browser-value.ts';
import { Icon } from '../../ui/icon.tsx';
import { mailtoUrl, type Network, networks, openSharer, shareLink, trialLink } from './share-link.ts';

export default function ShareButtons() {
  return (
    <ul className="flex flex-wrap gap-2.5">
      <li>
        <button type="button" aria-label="Share" className={look} onClick={() => void shareLink(trialLink)}>
          <Icon of={Share2} className="size-[18px]" />
        </button>
      </li>
      {networks.map((network) => (
        <li key={network}>
          <button
            type="button"
            aria-label={`Share on ${network}`}
            className={look}
            onClick={() => openSharer(network, trialLink)}
          >
            <svg aria-hidden="true" viewBox="0 0 24 24" className="size-[18px]" fill="currentColor">
              {glyphs[network]}
            </svg>
          </button>
        </li>
      ))}
      <li>
        <MailLink />
      </li>
    </ul>
  );
}

// The mail link contains encoded names that the server could not fill in, so it is built in the browser.
function MailLink() {
  const address = useBrowserValue(() => mailtoUrl(trialLink), 'mailto:');
  return (
    <a aria-label="Share by email" className={look} href={address}>
      <Icon of={Mail} className="size-[18px]" />
    </a>
  );
}

const look =
  'grid size-12 place-items-center rounded-full border border-current/35 transition-colors hover:bg-current/8 sm:size-11';

const glyphs: Record<Network, ReactNode> = {
  Facebook: (
    <path d="M10 21v-8H7.5V9.8H10V7.7C10 4.8 11.5 3.5 14 3.5c1 0 1.8.1 2.3.2v2.9h-1.7c-1.2 0-1.6.6-1.6 1.7v1.5h3.2l-.5 3.2H13v8z" />
  ),
  X: <path d="M4 4h4.7l4 5.5L17.4 4h2.3l-6 6.9L20.5 20h-4.7l-4.4-6-5.2 6H3.9l6.5-7.5zm3.2 1.7 9.4 12.6h1.2L8.5 5.7z" />,
  LinkedIn: (
    <path d="M5 9.5h3.2V20H5zM6.6 4.4a1.9 1.9 0 1 1 0 3.8 1.9 1.9 0 0 1 0-3.8zM10.5 9.5h3v1.5c.5-.9 1.7-1.8 3.3-1.8 3.2 0 3.7 2.1 3.7 4.8v6h-3.2v-5.4c0-1.3 0-2.7-1.7-2.7s-1.9 1.3-1.9 2.6V20h-3.2z" />
  ),
};
