// The HTTP routes for signing in through the OpenID provider: redirect, callback, and the first page for a new person.
import type { BodyOf } from '@remembrance/contract/endpoint.ts';
import * as contract from '@remembrance/contract/openid.ts';
import { sitePath, withNext } from '@remembrance/contract/site-path.ts';
import { knownTimeZone } from '@remembrance/contract/time-zone.ts';
import type { FastifyReply } from 'fastify';
import type { OpenCall, Routes } from '../../http/routes.ts';
import { newId } from '../../platform/lib/ids.ts';
import { Refusal, refuse } from '../../platform/lib/refusal.ts';
import { readFromBrowser, sealForBrowser } from '../openid/browser-state.ts';
import { findUserOfIdentity, insertIdentity } from '../openid/identity-store.ts';
import { type Identity, type OpenIdProvider, ProviderRefused, ProviderUnavailable } from '../openid/openid-provider.ts';
import { type Visitor, visitorOf } from '../sessions/visitor.ts';
import { deleteUnconfirmedUser, insertUser } from '../users/user-store.ts';
import { type BeginSessionNeeds, beginSession, type SignInResult } from './begin-session.ts';
import { replyWithSignIn } from './reply-with-sign-in.ts';
import { type ProviderSignInNeeds, signInFromProvider } from './sign-in-from-provider.ts';

export interface OpenIdNeeds extends ProviderSignInNeeds {
  /** Null if owners sign in only here. */
  openIdProvider: OpenIdProvider | null;
  log: { warn: (facts: object, message: string) => void };
}

export function openIdRoutes(routes: Routes, needs: OpenIdNeeds): void {
  const { openIdProvider, cookies } = needs;
  routes.stream(contract.loginCallback, async (call) => {
    if (!openIdProvider) refuse('not-found');
    return handleCallback(needs, openIdProvider, call);
  });
  routes.open(contract.getFirstVisit, async ({ request }) => {
    const visit = await readFromBrowser(needs, 'first-visit', cookies.outside.read(request));
    return visit ?? refuse('first-visit-over');
  });
  routes.open(contract.finishFirstVisit, async ({ body, request, reply, origin }) => {
    const visit = await readFromBrowser(needs, 'first-visit', cookies.outside.read(request));
    if (!visit || !openIdProvider) refuse('first-visit-over');
    const visitor = visitorOf(request, origin, cookies);
    const { issuer } = openIdProvider;
    const result = await finishFirstVisit(needs, { issuer, identity: visit, form: body, visitor });
    const user = await replyWithSignIn(needs, result, { request, reply });
    reply.header('set-cookie', cookies.outside.cleared);
    return { user, next: visit.next };
  });
}

/** Redirects the person to the provider, or to the page that says it is unavailable. */
export async function leaveForProvider(
  needs: OpenIdNeeds,
  provider: OpenIdProvider,
  { reply, next }: { reply: FastifyReply; next: string | undefined },
): Promise<FastifyReply> {
  try {
    const { url, state } = await provider.begin();
    const sealed = await sealForBrowser(needs, 'outside-journey', { ...state, next: sitePath(next) });
    return reply.header('set-cookie', needs.cookies.outside.line(sealed)).redirect(url.href, 303);
  } catch (error) {
    return showTrouble(needs, reply, { error, next });
  }
}

async function handleCallback(
  needs: OpenIdNeeds,
  provider: OpenIdProvider,
  { request, reply, origin }: OpenCall<typeof contract.loginCallback>,
): Promise<FastifyReply> {
  const { cookies } = needs;
  const journey = await readFromBrowser(needs, 'outside-journey', cookies.outside.read(request));
  reply.header('set-cookie', cookies.outside.cleared);
  if (!journey) return reply.redirect(troublePath('sign-in-over'), 303);
  const { next } = journey;
  try {
    const identity = await provider.finish(new URL(request.url, origin), journey);
    const visitor = visitorOf(request, origin, cookies);
    const outcome = await signInFromProvider(needs, { issuer: provider.issuer, identity, visitor });
    switch (outcome.state) {
      case 'trouble':
        needs.log.warn({ reason: outcome.trouble }, 'the address that the provider names cannot be used');
        return reply.redirect(troublePath(outcome.trouble, next), 303);
      case 'first-visit': {
        const sealed = await sealForBrowser(needs, 'first-visit', { ...identity, email: outcome.email, next });
        return reply.header('set-cookie', cookies.outside.line(sealed)).redirect('/welcome', 303);
      }
      case 'second-step': {
        reply.header('set-cookie', outcome.setCookies);
        if ('joining' in outcome) {
          const sealed = await sealForBrowser(needs, 'joining', outcome.joining);
          reply.header('set-cookie', cookies.outside.line(sealed));
        }
        // On hold, an identity that does not prove the mailbox needs a code from it.
        const isMailed = 'codeFrom' in outcome && outcome.codeFrom === 'mailbox';
        return reply.redirect(withNext(isMailed ? '/sign-in-code' : '/second-step', next), 303);
      }
      case 'signed-in':
        await replyWithSignIn(needs, outcome, { request, reply });
        return reply.redirect(sitePath(next), 303);
    }
  } catch (error) {
    return showTrouble(needs, reply, { error, next });
  }
}

function showTrouble(
  needs: OpenIdNeeds,
  reply: FastifyReply,
  { error, next }: { error: unknown; next: string | undefined },
) {
  if (error instanceof ProviderUnavailable || error instanceof ProviderRefused) {
    needs.log.warn({ reason: error.reason }, error.message);
    const isAway = error instanceof ProviderUnavailable;
    return reply.redirect(troublePath(isAway ? 'provider-unavailable' : 'provider-refused', next), 303);
  }
  if (!(error instanceof Refusal)) throw error;
  const trouble = error.code === 'account-suspended' ? 'account-suspended' : 'sign-in-over';
  return reply.redirect(troublePath(trouble, next), 303);
}

const troublePath = (trouble: contract.SignInTrouble, next?: string): string =>
  withNext(`/sign-in-trouble?reason=${trouble}`, next);

interface Visit {
  issuer: string;
  identity: Identity & { email: string };
  form: BodyOf<typeof contract.finishFirstVisit>;
  visitor: Visitor;
}

/**
 * Creates the account of a new person, after they have given the required consents. It replaces an account with the same address
 * that was never confirmed, because nobody has ever signed in to it.
 */
async function finishFirstVisit(
  needs: BeginSessionNeeds,
  { issuer, identity, form, visitor }: Visit,
): Promise<SignInResult> {
  const { email, subject, idToken } = identity;
  const userId = await needs.database.transaction(async (tx) => {
    const now = needs.clock.now();
    const { firstName, lastName } = form;
    const names = { email, firstName, lastName, timeZone: knownTimeZone(form.timeZone) };
    const person = { id: newId(now), ...names, termsAcceptedAt: now, emailVerified: true };
    await deleteUnconfirmedUser(tx, email);
    const user = await insertUser(tx, person);
    if (user && (await insertIdentity(tx, { issuer, subject, userId: user.id, now }))) return user.id;
    // The request was repeated, or an account was created with this address in the meantime.
    return (await findUserOfIdentity(tx, { issuer, subject })) ?? refuse('account-not-linked');
  });
  const whenGone = 'first-visit-over';
  return beginSession(needs, { userId, visitor, skipsTwoFactor: false, idToken, provesMailbox: true, whenGone });
}
