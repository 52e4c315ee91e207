// The footer of the public pages: the offer to share, the links, the copyright.
import type { ReactNode } from 'react';
import { useBrowserValue } from '../../lib/browser/browser-value.ts';
import { product } from '../../lib/product.ts';
import { usePromoPath } from '../../lib/promo.ts';
import { shareOffer } from '../../plans/share/later-share.tsx';
import { AsWritten } from '../../ui/as-written.tsx';
import { Link } from '../../ui/link.tsx';
import { BrandLink } from '../../ui/page/brand.tsx';

export function SiteFooter() {
  const promoPath = usePromoPath();
  return (
    <footer className="on-screen-only">
      <div className="guilloche-band" />
      <div className="on-night">
        <div className="mx-auto grid max-w-shell gap-10 px-5 py-14 sm:px-8 lg:grid-cols-[1fr_auto]">
          <div>
            <BrandLink isOnNight />
            <div className="mt-2 max-w-[34ch]">{shareOffer}</div>
          </div>
          <nav aria-label="Footer" className="flex flex-wrap content-start gap-x-7">
            <FooterLink to={promoPath('/about')}>Our Story</FooterLink>
            <FooterLink to={promoPath('/terms')}>Terms</FooterLink>
            <FooterLink to={promoPath('/privacy')}>Privacy</FooterLink>
            <FooterLink to={promoPath('/help')}>Help</FooterLink>
            <FooterLink to="/executor-access">I have a code</FooterLink>
            <a className="inline-flex min-h-11 items-center hover:underline" href={`mailto:${product.supportEmail}`}>
              Support
            </a>
          </nav>
          <p className="text-mist text-sm">
            © <CurrentYear /> <AsWritten>{product.name}</AsWritten>. All rights reserved.
          </p>
        </div>
      </div>
    </footer>
  );
}

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className="inline-flex min-h-11 items-center hover:underline" to={to}>
      {children}
    </Link>
  );
}

// Not prerendered, because the page may be read in a later year than it was built.
function CurrentYear() {
  return <span>{useBrowserValue(() => new Date().getFullYear(), null)}</span>;
}
