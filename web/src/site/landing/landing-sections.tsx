// The landing page below the first screen: the three steps, the letter, pricing, security, who we are, and questions.
import { FounderSection } from './founder-section.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { LetterSection } from './letter-section.tsx';
import { PricingTeaser } from './pricing-teaser.tsx';
import { QuestionsSection } from './questions-section.tsx';
import { SecuritySection } from './security-section.tsx';

export default function LandingSections() {
  return (
    <>
      <HowItWorks />
      <LetterSection />
      <PricingTeaser />
      <SecuritySection />
      <FounderSection />
      <QuestionsSection />
    </>
  );
}
