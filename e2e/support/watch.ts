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
  /** Everything else a console showed as an error; a refusal a journey provokes is one too. */
  consoleErrors: string[];
}

export const nothingSeen = (): Seen => ({
  thirdParties: [],
  policyViolations: [],
  uncaughtErrors: [],
  consoleErrors: [],
});

/** file: is a copy that was downloaded; no page of ours can reach it. */
const ownSchemes = ['data:', 'blob:', 'file:'];

export async function watch(context: BrowserContext, ownUrl: string, seen: Seen): Promise<void> {
  context.on('request', (request) => {
    const url = request.url();
    const isOwn = url.startsWith(`${ownUrl}/`) || ownSchemes.some((scheme) => url.startsWith(scheme));
    if (!isOwn) seen.thirdParties.push(url);
  });
  context.on('console', (message) => {
    if (message.type() !== 'error') return;
    const kind = message.text().includes('Content Security Policy') ? 'policyViolations' : 'consoleErrors';
    seen[kind].push(message.text());
  });
  context.on('weberror', (error) => seen.uncaughtErrors.push(String(error.error())));
  await noteToasts(context);
  await countRecording(context);
}
