// Records what a browser must not do in any journey: requests to other servers, policy violations and errors. And what its toasts
// said, and how much was recorded.
import type { BrowserContext } from '@playwright/test';
import { countRecording } from './recording.ts';
import { noteToasts } from './toasts.ts';

export interface Seen {
  /** Addresses outside the service that a page requested. */
  thirdParties: string[];
  /** Where the Content-Security-Policy stopped a page. */
  policyViolations: string[];
  /** Uncaught errors. */
  uncaughtErrors: string[];
  /** Where React met a node that something else had replaced. The page is shown again then, and what was typed is lost. */
  lostNodes: string[];
  /** Everything else a console showed as an error; a refusal a journey provokes is one too. */
  consoleErrors: string[];
}

export const nothingSeen = (): Seen => ({
  thirdParties: [],
  policyViolations: [],
  uncaughtErrors: [],
  lostNodes: [],
  consoleErrors: [],
});

/** file: is a copy that was downloaded; no page of ours can reach it. */
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
