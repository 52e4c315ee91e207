// The landing page: hero, the three steps, the letter, pricing, security, who we are, questions and footer.
import './landing.css';
import { FounderSection } from './founder-section.tsx';
import { Hero } from './hero.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { LetterSection } from './letter-section.tsx';
import { PricingTeaser } from './pricing-teaser.tsx';
import { QuestionsSection } from './questions-section.tsx';
import { SecuritySection } from './security-section.tsx';
import { SiteFooter } from './site-footer.tsx';

export default function LandingPage() {
  return (
    <>
      <Hero />
      <main id="how-it-works" tabIndex={-1} className="scroll-mt-0 outline-none">
        <HowItWorks />
        <LetterSection />
        <PricingTeaser />
        <SecuritySection />
        <FounderSection />
        <QuestionsSection />
      </main>
      <SiteFooter />
    </>
  );
}
