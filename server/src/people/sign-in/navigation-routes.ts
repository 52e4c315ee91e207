// The sign-in and sign-out URLs for links: sign-in here or at the OpenID provider, and sign-out.
import { html } from '@remembrance/contract/markup.ts';
import * as contract from '@remembrance/contract/sign-in.ts';
import { sitePath, withNext } from '@remembrance/contract/site-path.ts';
import type { FastifyRequest } from 'fastify';
import { plainPage } from '../../http/plain-page.ts';
import type { Owner, Routes } from '../../http/routes.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { ProviderUnavailable } from '../openid/openid-provider.ts';
import { endSession, findSessionOf } from '../sessions/session-store.ts';
import { decideLogout, loginPage } from './navigation-rules.ts';
import { leaveForProvider, type OpenIdNeeds } from './openid-routes.ts';

interface Needs extends OpenIdNeeds {
  readOwner: (request: FastifyRequest) => Promise<Owner | null>;
  ourOrigins: ReadonlySet<string>;
  productName: string;
}

export function navigationRoutes(routes: Routes, needs: Needs): void {
  const { cookies, ourOrigins, productName, readOwner, openIdProvider, publicUrl } = needs;
  const page = logoutPage(productName);

  routes.stream(contract.login, async ({ query, request, reply, origin }) => {
    const { next, start } = query;
    if (await readOwner(request)) {
      // A page that does not know of the session would redirect here in an endless loop.
      return reply.header('set-cookie', cookies.missingHint(request)).redirect(sitePath(next), 303);
    }
    if (openIdProvider) {
      // The provider redirects to the public URL, so the cookie must be set there.
      if (origin !== new URL(publicUrl).origin) {
        return reply.redirect(publicUrl + withNext(contract.login.path, next), 303);
      }
      return leaveForProvider(needs, openIdProvider, { reply, next });
    }
    const path = loginPage({ isKnownBrowser: cookies.readDevice(request) !== null, next: sitePath(next), start });
    return reply.header('set-cookie', cookies.cleared).redirect(withNext(path, next), 303);
  });
  routes.stream(contract.logout, async ({ request, reply }) => {
    const answer = decideLogout(request.headers, ourOrigins);
    if (answer === 'not-now') refuse('prefetch-refused');
    if (answer === 'ask') return reply.type('text/html; charset=utf-8').send(page);
    const outside = await signOutUrlOf(request, needs);
    await endSessionBehind(request, needs);
    // Clears only the cache: clearing storage would also remove the installed app's service worker.
    reply.headers({ 'clear-site-data': '"cache"', 'set-cookie': cookies.cleared });
    return reply.redirect(outside ?? '/', 303);
  });
}

/** Where to continue the sign-out of a session from the OpenID provider. An unreachable provider does not delay it. */
async function signOutUrlOf(request: FastifyRequest, needs: Needs): Promise<string | null> {
  const owner = needs.openIdProvider ? await needs.readOwner(request) : null;
  if (!needs.openIdProvider || !owner) return null;
  const session = await findSessionOf(needs.database, owner.id, owner.sessionId);
  const { idToken } = (session?.sess ?? {}) as { idToken?: string };
  if (!idToken) return null;
  try {
    const url = await needs.openIdProvider.signOutUrl(await needs.keyring.open(`id-token/${owner.sessionId}`, idToken));
    return url?.href ?? null;
  } catch (error) {
    if (error instanceof ProviderUnavailable) return null;
    throw error;
  }
}

async function endSessionBehind(request: FastifyRequest, { cookies, database }: Needs): Promise<void> {
  const sids = cookies.readSids(request);
  if (sids) await endSession(database, sids);
}

/**
 * Asks for confirmation if the sign-out request came from another site. It uses a link, which counts as confirmation when
 * opened from our own page; our form policy would block a form if signing out leads to another origin.
 */
function logoutPage(productName: string): string {
  return plainPage(
    `Sign out of ${productName}?`,
    html`<p>You came here from another site, so you are still signed in.</p>
<p><a href="/api/logout">Sign out</a></p>
<p><a href="/">Stay signed in</a></p>`,
  );
}
