// Loads Stripe's script, or the sandbox script that this installation serves instead, once per page.
import type { ServiceFacts } from '@remembrance/contract/service.ts';
import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { ownScript } from '../lib/own-script.ts';

/** A sandbox script defines `window.Stripe` first, so that `loadStripe` finds it and fetches nothing. */
export async function loadStripeScript({ publishableKey, scriptPath }: ServiceFacts['payment']): Promise<Stripe> {
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
