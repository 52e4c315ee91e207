// Records what a browser must not do in any journey: requests to other servers, policy violations and errors. Also records its toasts,
// and how much it recorded.
import type { BrowserContext } from '@playwright/test';
import { countRecording } from './recording.ts';
import { noteToasts } from './toasts.ts';

export interface Seen {
  /** Addresses outside the service that a page requested. */
  thirdParties: string[];
  /** Where the Content-Security-Policy blocked something. */
  policyViolations: string[];
  /** Uncaught errors. */
  uncaughtErrors: string[];
  /** Nodes missing for React because something else had replaced them. The page is then shown again, and typed text is lost. */
  lostNodes: string[];
  /** Everything else that a console showed as an error, including refusals that a journey provokes. */
  consoleErrors: string[];
}

export const nothingSeen = (): Seen => ({
  thirdParties: [],
  policyViolations: [],
  uncaughtErrors: [],
  lostNodes: [],
  consoleErrors: [],
});

/** file: is for a downloaded copy; none of our pages can reach it. */
const ownSchemes = ['data:', 'blob:', 'file:'];

function kindOf(error: string): keyof Seen {
  if (error.includes('Content Security Policy')) return 'policyViolations';
  return error.includes('NotFoundError') ? 'lostNodes' : 'consoleErrors';
}

export async function watch(context: BrowserContext, ownUrl: string, seen: Seen): Promise<void> {
  context.on('request', (request) => {
    const url = request.url();
    const isOwn = url.startsWith(`${ownUrl}/`) || ownSchemes.some((scheme) => url.startsWith(scheme));
    if (!isOwn) seen.thirdParties.push(url);
  });
  context.on('console', (message) => {
    if (message.type() !== 'error') return;
    seen[kindOf(message.text())].push(message.text());
  });
  context.on('weberror', (error) => seen.uncaughtErrors.push(String(error.error())));
  await noteToasts(context);
  await countRecording(context);
}
