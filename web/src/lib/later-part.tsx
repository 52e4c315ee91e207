// Prerendered content below the first screen. Its script is for visitors who read on; if it cannot be loaded, the content stays as it
// was prerendered: text and links.
import { type ComponentType, type JSX, Suspense } from 'react';
import { firstSign } from './browser/first-sign.ts';
import { lazyComponent } from './lazy-component.tsx';

const forever = new Promise<never>(() => {});

/** An element, not a component: if it were rendered again before its script has loaded, React would remove the prerendered content. */
export function laterPart(load: () => Promise<{ default: ComponentType }>): JSX.Element {
  const Part = lazyComponent(() => firstSign.then(load).catch(() => forever));
  return (
    <Suspense>
      <Part />
    </Suspense>
  );
}
