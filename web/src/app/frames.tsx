// The layout around a page: the full footer on public pages, a small one on all others.
import type { ReactNode } from 'react';
import { product } from '../lib/product.ts';
import { shareOffer } from '../plans/share/later-share.tsx';
import { SiteFooter } from '../site/landing/site-footer.tsx';
import type { Elements } from '../ui/elements.ts';
import { Link } from '../ui/link.tsx';

export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col print:block print:min-h-0">
      <div className="flex-1">{children}</div>
      <SiteFooter />
    </div>
  );
}

interface PlainFrameProps {
  /** An additional link in the footer. */
  more?: Elements;
  /** At least as high as the screen, so that the footer does not move when the content arrives. */
  isTall?: boolean;
  /** Whether the footer begins with the offer to share. */
  isShared?: boolean;
  /** Whether the footer has only what somebody who mourns may need. */
  isQuiet?: boolean;
  children: ReactNode;
}

export function PlainFrame({ more, isTall = false, isShared = false, isQuiet = false, children }: PlainFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col print:block print:min-h-0">
      <div className={`flex-1 ${isTall ? 'min-h-dvh print:min-h-0' : ''}`}>{children}</div>
      <footer className="on-screen-only border-line border-t">
        {isShared && <div className="flex justify-center px-5 pt-10 pb-4 text-center">{shareOffer}</div>}
        <nav
          aria-label="Footer"
          className="mx-auto flex max-w-shell flex-wrap justify-center gap-x-5 px-5 py-4 text-muted text-sm sm:px-8"
        >
          {!isQuiet && <FooterLink to="/executor-access">I have a code</FooterLink>}
          <FooterLink to="/help">Help</FooterLink>
          {!isQuiet && <FooterLink to="/terms">Terms</FooterLink>}
          <FooterLink to="/privacy">Privacy</FooterLink>
          {!isQuiet && (
            <a className="inline-flex min-h-11 items-center hover:text-ink" href={`mailto:${product.supportEmail}`}>
              Support
            </a>
          )}
          {more}
        </nav>
      </footer>
    </div>
  );
}

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className="inline-flex min-h-11 items-center hover:text-ink" to={to}>
      {children}
    </Link>
  );
}
