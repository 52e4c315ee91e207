// What a browser did that no journey asks for: questions to somebody else's server, broken rules of our own, errors.
import type { BrowserContext } from '@playwright/test';

export interface Seen {
  /** Addresses outside the service that a page asked for something. */
  thirdParties: string[];
  /** Where the Content-Security-Policy stopped a page. */
  policyViolations: string[];
  /** What no code of the page caught. */
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

const ownSchemes = ['data:', 'blob:'];

export function watch(context: BrowserContext, ownUrl: string, seen: Seen): void {
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
}
