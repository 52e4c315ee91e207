// Loads the card processor's script, or the one this installation brings along in its place, once for the page.
import type { ServiceFacts } from '@remembrance/contract/service.ts';
import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { ownScript } from '../lib/own-script.ts';

/** Where a script of our own is named it defines the processor's entry first; loading then finds it and fetches nothing. */
export async function loadCardProcessor({ publishableKey, scriptPath }: ServiceFacts['payment']): Promise<Stripe> {
  if (scriptPath) await loadScript(scriptPath);
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error('the card form needs a browser');
  return stripe;
}

function loadScript(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = ownScript(path);
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error('the script of the card form could not be loaded'));
    };
    document.head.append(script);
  });
}
