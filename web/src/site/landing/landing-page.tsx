// The landing page: its first screen, the sections below it, and the footer.
import './landing.css';
import { laterPart } from '../../lib/later-part.tsx';
import { Hero } from './hero.tsx';
import { SiteFooter } from './site-footer.tsx';

const sections = laterPart(() => import('./landing-sections.tsx'));

const main = (
  <main id="how-it-works" tabIndex={-1} className="scroll-mt-0 outline-none">
    {sections}
  </main>
);

export default function LandingPage() {
  return (
    <>
      <Hero />
      {main}
      <SiteFooter />
    </>
  );
}
