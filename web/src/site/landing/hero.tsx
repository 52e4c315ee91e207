// The first screen: the headline, the vault, and the button that opens it.
import { display } from '@remembrance/contract/limits.ts';
import { ArrowDown, Check } from 'lucide';
import { useEffect, useRef, useState } from 'react';
import { laterPart } from '../../lib/later-part.tsx';
import { useSearch } from '../../lib/location.tsx';
import { hasTrialPromo, usePromoPath } from '../../lib/promo.ts';
import { shareButtons } from '../../plans/share/later-share.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { BrandLink } from '../../ui/page/brand.tsx';
import { PageTitle } from '../../ui/page/page-shell.tsx';
import { TestModeMark } from '../../ui/page/test-mode-mark.tsx';
import { logInPath, startPath } from './start-path.ts';
import { VaultPicture } from './vault/vault-picture.tsx';

const installApp = laterPart(() => import('./install/install-app.tsx'));

export function Hero() {
  const opening = useOpening();
  const vault = useRef<HTMLDivElement>(null);
  const open = () => {
    vault.current?.scrollIntoView({ block: 'center', behavior: 'smooth' });
    opening.open();
  };
  return (
    <div className="on-night flex min-h-svh flex-col overflow-x-clip">
      <HeroHeader />
      <section aria-labelledby="headline" className="flex flex-1 flex-col">
        <div className="mx-auto grid w-full max-w-shell flex-1 items-center gap-12 px-5 pt-6 pb-12 sm:px-8 lg:grid-cols-[minmax(0,1fr)_auto] lg:gap-8 lg:py-8">
          <div className="relative pt-10 lg:pt-0">
            <PromoBanner />
            <PageTitle id="headline" className="text-hero [overflow-wrap:anywhere] max-[21.5rem]:text-[2.1rem]">
              Preserve Your Legacy. <em className="text-candle lg:block">Deliver It When It Matters.</em>
            </PageTitle>
            <p className="mt-6 max-w-[40ch] text-bone/90 text-lg max-[21.5rem]:text-base">
              Create secure digital vaults to store messages, memories, and meaningful content for your loved ones.
            </p>
            <p className="mt-3 max-w-[40ch] text-bone/90 text-lg max-[21.5rem]:text-base">
              They are for after your death. Someone you trust then releases them. Nobody reads a word before that.
            </p>
            <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
              <Button variant="candle" size="large" disabled={opening.isOpening} onClick={open}>
                {opening.isOpening ? 'Opening...' : 'Get Started'}
              </Button>
              {installApp}
            </div>
            <p className="mt-5 flex gap-2.5 text-mist text-sm">
              <Icon of={Check} className="mt-[0.125rem] size-[1.25rem] shrink-0 text-candle" />
              <span>One month free. 30 days, no credit card required.</span>
            </p>
          </div>
          <div ref={vault} className="justify-self-center">
            <VaultPicture isOpening={opening.isOpening} />
          </div>
        </div>
        <div className="mx-auto flex w-full max-w-shell flex-wrap items-center justify-between gap-x-8 gap-y-5 px-5 pb-7 sm:px-8">
          <details>
            <summary className="min-h-11 content-center text-mist text-sm">Share the free month</summary>
            <div className="mt-2">{shareButtons}</div>
          </details>
          <a href="#how-it-works" className="inline-flex min-h-11 items-center gap-2.5">
            See how it works
            <Icon of={ArrowDown} className="size-[18px]" />
          </a>
        </div>
      </section>
      <div className="guilloche-band" />
    </div>
  );
}

// On a phone and a tablet the name and Log In share one row, and the links have another.
function HeroHeader() {
  const promoPath = usePromoPath();
  return (
    <header className="mx-auto flex w-full max-w-shell flex-wrap items-center gap-x-3 gap-y-1 px-5 pt-4 sm:gap-x-6 sm:px-8">
      <div className="me-auto flex items-center gap-x-3 max-sm:flex-col max-sm:items-start">
        <BrandLink isOnNight />
        <TestModeMark isOnNight />
      </div>
      <nav aria-label="Main" className="order-last flex w-full flex-wrap gap-x-5 sm:gap-x-6 lg:order-none lg:w-auto">
        <Link className={headerLink} to={promoPath('/about')}>
          Our Story
        </Link>
        <Link className={headerLink} to={promoPath('/pricing')}>
          Pricing
        </Link>
        <Link className={headerLink} to="/executor-access">
          I have a code
        </Link>
      </nav>
      <ButtonLink variant="night" size="compact" href={logInPath}>
        Log In
      </ButtonLink>
    </header>
  );
}

const headerLink = 'inline-flex min-h-11 items-center whitespace-nowrap hover:underline';

/** The trial offer, shown to anyone who followed its link. It fills reserved space, so that nothing moves when it appears. */
function PromoBanner() {
  if (!hasTrialPromo(useSearch())) return null;
  return (
    <p className="absolute bottom-full -mb-5 left-0 rounded-full bg-candle whitespace-nowrap px-5 py-1.5 font-semibold text-[min(var(--text-sm),4.4vw)] text-on-candle lg:mb-8">
      Special Offer: Get 1 Month FREE!
    </p>
  );
}

/** Plays the opening animation, then goes to the login page. With reduced motion it goes there immediately. */
function useOpening() {
  const [isOpening, setOpening] = useState(false);

  useEffect(() => {
    if (!isOpening) return;
    const prefersLess = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const timer = setTimeout(
      () => window.location.assign(startPath),
      prefersLess ? display.openingReducedMotionMilliseconds : display.openingMilliseconds,
    );
    return () => clearTimeout(timer);
  }, [isOpening]);

  // Closes the vault again when the browser restores this page from its cache.
  useEffect(() => {
    const close = (event: PageTransitionEvent) => event.persisted && setOpening(false);
    window.addEventListener('pageshow', close);
    return () => window.removeEventListener('pageshow', close);
  }, []);

  return { isOpening, open: () => setOpening(true) };
}
