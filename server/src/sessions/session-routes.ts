// The HTTP side of signing up, in and out, and of the sessions an owner has.
import { setTimeout } from 'node:timers/promises';
import * as contract from '@remembrance/contract/sessions.ts';
import type { FastifyRequest } from 'fastify';
import type { Owner, Routes } from '../http/routes.ts';
import { isId, newLinkToken } from '../lib/ids.ts';
import { refuse } from '../lib/refusal.ts';
import { answerEntry } from './answer-entry.ts';
import { changePassword } from './change-password.ts';
import { confirmEmail } from './confirm-email.ts';
import { deviceInWords } from './device-rules.ts';
import { logoutPage } from './logout-page.ts';
import { answerLogout } from './logout-rules.ts';
import { readJoining } from './openid/join-identity.ts';
import { leaveForProvider, type OpenIdNeeds } from './openid/openid-routes.ts';
import { ProviderUnavailable } from './openid/outside-provider.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { resendVerification } from './resend-verification.ts';
import { type ResetPasswordNeeds, readPasswordReset, resetPassword } from './reset-password.ts';
import { offerBehind, safeNext, withNext } from './safe-next.ts';
import { endOtherSessionsOf, endSession, endSessionOf, findSessionOf, listSessionsOf } from './session-store.ts';
import { type SignInNeeds, signIn } from './sign-in.ts';
import { type SignUpNeeds, signUp } from './sign-up.ts';
import { takeSecondStep } from './two-factor/take-second-step.ts';
import { visitorOf } from './visitor.ts';

interface SessionRouteNeeds extends SignUpNeeds, SignInNeeds, ResetPasswordNeeds, OpenIdNeeds {
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
  bindSessions(routes, needs);
  bindNavigations(routes, needs);
}

function bindAccount(routes: Routes, needs: SessionRouteNeeds): void {
  const { pause = setTimeout } = needs;
  const evenly = (work: Promise<void>) => Promise.all([work, pause(promiseMilliseconds)]);

  routes.open(contract.signUp, async ({ body, origin, request, reply }) => {
    const device = needs.cookies.readDevice(request) ?? newLinkToken();
    await signUp(needs, { ...body, origin, device });
    reply.header('set-cookie', needs.cookies.deviceLine(device));
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
  routes.open(contract.readPasswordReset, ({ body }) => readPasswordReset(needs, body.token));
  routes.open(contract.resetPassword, async ({ body, origin, request, reply }) => {
    const device = needs.cookies.readDevice(request) ?? newLinkToken();
    await resetPassword(needs, { ...body, origin, device });
    reply.header('set-cookie', needs.cookies.deviceLine(device));
    return { changed: true as const };
  });
}

function bindSignIn(routes: Routes, needs: SessionRouteNeeds): void {
  const { cookies } = needs;
  routes.open(contract.signIn, async ({ body, origin, request, reply }) => {
    const entry = await signIn(needs, { ...body, visitor: visitorOf(request, origin, cookies) });
    return { user: await answerEntry(needs, entry, { request, reply }) };
  });
  routes.open(contract.confirmEmail, async ({ body, origin, request, reply }) => {
    const entry = await confirmEmail(needs, { ...body, visitor: visitorOf(request, origin, cookies) });
    return { user: await answerEntry(needs, entry, { request, reply }) };
  });
  routes.open(contract.secondStep, async ({ body, origin, request, reply }) => {
    const visitor = visitorOf(request, origin, cookies);
    const { code, trust = false } = body;
    const begun = await readJoining(needs, request);
    const token = cookies.secondStep.read(request);
    const entry = await takeSecondStep(needs, { token, code, trust, visitor, begun });
    if (begun) reply.header('set-cookie', cookies.outside.cleared);
    return { user: await answerEntry(needs, entry, { request, reply }) };
  });
}

function bindSessions(routes: Routes, needs: SessionRouteNeeds): void {
  const { database, clock } = needs;
  routes.owner(contract.listSessions, async ({ owner }) => {
    const sessions = await listSessionsOf(database, owner.id, clock.now());
    const shown = sessions.map(({ id, network, userAgent, createdAt, lastSeenAt }) => ({
      id,
      network,
      device: deviceInWords(userAgent),
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      isCurrent: id === owner.sessionId,
    }));
    return shown.sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
  });
  routes.owner(contract.endSession, async ({ owner, params }) => {
    if (!isId(params.id) || !(await endSessionOf(database, owner.id, params.id))) refuse('session-not-found');
    return {};
  });
  routes.owner(contract.endOtherSessions, async ({ owner }) => {
    await endOtherSessionsOf(database, owner.id, owner.sessionId);
    return {};
  });
  routes.owner(contract.changePassword, async ({ owner, body, origin }) => {
    await changePassword(needs, { ...body, owner, origin });
    return {};
  });
}

function bindNavigations(routes: Routes, needs: SessionRouteNeeds): void {
  const { cookies, ourOrigins, productName, readOwner, outsideProvider, publicUrl } = needs;
  const page = logoutPage(productName);

  routes.stream(contract.login, async ({ query, request, reply, origin }) => {
    const next = query.next ?? offerBehind(request.headers.referer, ourOrigins);
    if (await readOwner(request)) {
      // A page that knows of no session would come here for ever.
      return reply.header('set-cookie', cookies.missingHint(request)).redirect(safeNext(next), 303);
    }
    if (outsideProvider) {
      // The provider sends people back to the public address, and what the browser keeps must be there by then.
      if (origin !== new URL(publicUrl).origin) {
        return reply.redirect(publicUrl + withNext(contract.login.path, next), 303);
      }
      return leaveForProvider(needs, outsideProvider, { reply, next });
    }
    return reply.header('set-cookie', cookies.cleared).redirect(withNext('/sign-in', next), 303);
  });
  routes.stream(contract.logout, async ({ request, reply }) => {
    const answer = answerLogout(request.headers, ourOrigins);
    if (answer === 'not-now') refuse('prefetch-refused');
    if (answer === 'ask') return reply.type('text/html; charset=utf-8').send(page);
    const outside = await signOutUrlOf(request, needs);
    await endSessionBehind(request, needs);
    // Only the cache: clearing storage would also remove the installed app's service worker.
    reply.headers({ 'clear-site-data': '"cache"', 'set-cookie': cookies.cleared });
    return reply.redirect(outside ?? '/', 303);
  });
}

/** Where the sign-out goes on for a session that came from the outside provider. One that is away does not hold it up. */
async function signOutUrlOf(request: FastifyRequest, needs: SessionRouteNeeds): Promise<string | null> {
  const owner = needs.outsideProvider ? await needs.readOwner(request) : null;
  if (!needs.outsideProvider || !owner) return null;
  const session = await findSessionOf(needs.database, owner.id, owner.sessionId);
  const { idToken } = (session?.sess ?? {}) as { idToken?: string };
  if (!idToken) return null;
  try {
    const url = await needs.outsideProvider.signOutUrl(
      await needs.keyring.open(`id-token/${owner.sessionId}`, idToken),
    );
    return url?.href ?? null;
  } catch (error) {
    if (error instanceof ProviderUnavailable) return null;
    throw error;
  }
}

async function endSessionBehind(request: FastifyRequest, { cookies, database }: SessionRouteNeeds): Promise<void> {
  const sid = cookies.readSid(request);
  if (sid) await endSession(database, sid);
}
