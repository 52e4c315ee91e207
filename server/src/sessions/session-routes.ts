// The HTTP side of signing up, in and out. Nothing of the sign-in library is mounted: what is not bound here does not exist.
import { setTimeout } from 'node:timers/promises';
import * as contract from '@remembrance/contract/sessions.ts';
import type { FastifyRequest } from 'fastify';
import type { Owner, Routes } from '../http/routes.ts';
import { logoutPage } from './logout-page.ts';
import { answerLogout } from './logout-rules.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { resendVerification } from './resend-verification.ts';
import { type ResetPasswordNeeds, resetPassword } from './reset-password.ts';
import { offerBehind, safeNext, withNext } from './safe-next.ts';
import type { SessionCookies } from './session-cookies.ts';
import { endSession } from './session-store.ts';
import { type SignInNeeds, signIn } from './sign-in.ts';
import { libraryHeaders } from './sign-in-library.ts';
import { type SignUpNeeds, signUp } from './sign-up.ts';
import { verifyEmail } from './verify-email.ts';

interface SessionRouteNeeds extends SignUpNeeds, SignInNeeds, ResetPasswordNeeds {
  cookies: SessionCookies;
  readOwner: (request: FastifyRequest) => Promise<Owner | null>;
  ourOrigins: ReadonlySet<string>;
  productName: string;
  /** Waits; replaced in tests. */
  pause?: (milliseconds: number) => Promise<unknown>;
}

/** No letter is promised sooner: queueing one takes less, so time does not tell whether there was an account to write to. */
const promiseMilliseconds = 300;

export function sessionRoutes(routes: Routes, needs: SessionRouteNeeds): void {
  routes.owner(contract.getUser, async ({ owner }) => owner);
  bindAccount(routes, needs);
  bindSignIn(routes, needs);
  bindNavigations(routes, needs);
}

function bindAccount(routes: Routes, needs: SessionRouteNeeds): void {
  const { pause = setTimeout } = needs;
  const evenly = (work: Promise<void>) => Promise.all([work, pause(promiseMilliseconds)]);

  routes.open(contract.signUp, async ({ body, origin }) => {
    await signUp(needs, { ...body, origin });
    return { email: body.email };
  });
  routes.open(contract.resendVerification, async ({ body, origin }) => {
    await evenly(resendVerification(needs, { ...body, origin }));
    return { email: body.email };
  });
  routes.open(contract.requestPasswordReset, async ({ body, origin }) => {
    await evenly(requestPasswordReset(needs, { ...body, origin }));
    return { email: body.email };
  });
  routes.open(contract.resetPassword, async ({ body, origin }) => {
    await resetPassword(needs, { ...body, origin });
    return { changed: true as const };
  });
  routes.stream(contract.verifyEmail, async ({ query, reply }) => {
    const isVerified = await verifyEmail(needs, query.token);
    return reply.redirect(withNext(isVerified ? '/sign-in?verified=1' : '/check-your-mail?expired=1', query.next), 303);
  });
}

function bindSignIn(routes: Routes, needs: SessionRouteNeeds): void {
  routes.open(contract.signIn, async ({ body, origin, network, request, reply }) => {
    const { user, setCookies } = await signIn(needs, { ...body, origin, network, headers: libraryHeaders(request) });
    await endSessionBehind(request, needs); // whoever signs in anew leaves no earlier session behind
    reply.header('set-cookie', [...setCookies, needs.cookies.hint]);
    return { user };
  });
}

function bindNavigations(routes: Routes, needs: SessionRouteNeeds): void {
  const { cookies, ourOrigins, productName, readOwner } = needs;
  const page = logoutPage(productName);

  routes.stream(contract.login, async ({ query, request, reply }) => {
    const next = query.next ?? offerBehind(request.headers.referer, ourOrigins);
    if (await readOwner(request)) return reply.redirect(safeNext(next), 303);
    return reply.header('set-cookie', cookies.cleared).redirect(withNext('/sign-in', next), 303);
  });
  routes.stream(contract.logout, async ({ request, reply }) => {
    const answer = answerLogout(request.headers, ourOrigins);
    if (answer === 'not-now') return reply.code(503).send();
    if (answer === 'ask') return reply.type('text/html; charset=utf-8').send(page);
    await endSessionBehind(request, needs);
    // Only the cache: clearing storage would also remove the installed app's service worker.
    return reply.headers({ 'clear-site-data': '"cache"', 'set-cookie': cookies.cleared }).redirect('/', 303);
  });
}

async function endSessionBehind(request: FastifyRequest, { cookies, database }: SessionRouteNeeds): Promise<void> {
  const token = cookies.readToken(request);
  if (token) await endSession(database, token);
}
