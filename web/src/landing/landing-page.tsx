// The landing page: hero, the three steps, pricing, security and footer.
import './landing.css';
import { Hero } from './hero.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { PricingTeaser } from './pricing-teaser.tsx';
import { SecuritySection } from './security-section.tsx';
import { SiteFooter } from './site-footer.tsx';
import { useOpening } from './use-opening.ts';

export function LandingPage() {
  const opening = useOpening();
  return (
    <>
      <Hero opening={opening} />
      <main id="how-it-works" tabIndex={-1} className="scroll-mt-0 outline-none">
        <HowItWorks />
        <PricingTeaser />
        <SecuritySection loginPath={opening.loginPath} />
      </main>
      <SiteFooter />
    </>
  );
}
