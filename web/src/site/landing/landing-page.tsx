// The landing page: its first screen, the sections below it, and the footer.
import './landing.css';
import { Suspense } from 'react';
import { firstSign } from '../../lib/browser/first-sign.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { Hero } from './hero.tsx';
import { SiteFooter } from './site-footer.tsx';

const forever = new Promise<never>(() => {});

/** Their script is for visitors who read on. If it cannot be loaded, they stay as prerendered: text and links. */
const LandingSections = lazyComponent(() =>
  firstSign.then(() => import('./landing-sections.tsx')).catch(() => forever),
);

/** Created once. If it were rendered again before its script has loaded, React would remove the prerendered content. */
const main = (
  <main id="how-it-works" tabIndex={-1} className="scroll-mt-0 outline-none">
    <Suspense>
      <LandingSections />
    </Suspense>
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
