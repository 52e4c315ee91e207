// The HTTP routes for creating and confirming an account, signing in, and resetting the password.
import { signInWithPasskey as signInWithPasskeyCall } from '@remembrance/contract/passkeys.ts';
import * as contract from '@remembrance/contract/sign-in.ts';
import {
  answerSignInCode as answerSignInCodeCall,
  resendSignInCode as resendSignInCodeCall,
} from '@remembrance/contract/sign-in-code.ts';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { type EvenTimeNeeds, evenly } from '../../http/even-time.ts';
import type { Routes } from '../../http/routes.ts';
import { newLinkToken } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { findPasskey, provePasskey } from '../passkeys/passkey-store.ts';
import { type VerifyPasskeyNeeds, verifyPasskey } from '../passkeys/verify-passkey.ts';
import { isProvedBrowser } from '../sessions/known-device.ts';
import { type Visitor, visitorOf } from '../sessions/visitor.ts';
import { answerSignInCode, answerTwoFactor } from './answer-second-step.ts';
import { type BeginSessionNeeds, beginSession, type SignInResult } from './begin-session.ts';
import { changePassword } from './change-password.ts';
import { confirmEmail } from './confirm-email.ts';
import { readJoining } from './join-identity.ts';
import { resendSignInCode } from './mail-sign-in-code.ts';
import { resendVerification } from './mail-verification.ts';
import type { OpenIdNeeds } from './openid-routes.ts';
import { replyWithSignIn } from './reply-with-sign-in.ts';
import { type ResetPasswordNeeds, readPasswordReset, requestPasswordReset, resetPassword } from './reset-password.ts';
import { type SignInNeeds, signIn } from './sign-in.ts';
import { type SignUpNeeds, signUp } from './sign-up.ts';

type SignInRouteNeeds = SignUpNeeds &
  SignInNeeds &
  SignInWithPasskeyNeeds &
  ResetPasswordNeeds &
  OpenIdNeeds &
  EvenTimeNeeds;

export function signInRoutes(routes: Routes, needs: SignInRouteNeeds): void {
  bindPassword(routes, needs);
  bindSignIn(routes, needs);
}

function bindPassword(routes: Routes, needs: SignInRouteNeeds): void {
  routes.open(contract.signUp, async ({ body, origin, request, reply }) => {
    const device = needs.cookies.readDevice(request) ?? newLinkToken();
    await signUp(needs, { ...body, origin, device });
    reply.header('set-cookie', needs.cookies.deviceLine(device));
    return { email: body.email };
  });
  routes.open(contract.resendVerification, async ({ body, origin, request }) => {
    const device = needs.cookies.readDevice(request);
    await evenly(needs, resendVerification(needs, { ...body, origin, device }));
    return { email: body.email };
  });
  routes.open(contract.requestPasswordReset, async ({ body, origin, request }) => {
    const device = needs.cookies.readDevice(request);
    await evenly(needs, requestPasswordReset(needs, { ...body, origin, device }));
    return { email: body.email };
  });
  routes.open(contract.readPasswordReset, ({ body }) => readPasswordReset(needs, body.token));
  routes.open(contract.resetPassword, async ({ body, origin, request, reply }) => {
    const device = needs.cookies.readDevice(request) ?? newLinkToken();
    await resetPassword(needs, { ...body, origin, device });
    reply.header('set-cookie', needs.cookies.deviceLine(device));
    return { changed: true as const };
  });
  routes.owner(contract.changePassword, async ({ owner, body, origin, request }) => {
    await changePassword(needs, { ...body, owner, origin, device: needs.cookies.readDevice(request) });
    return {};
  });
}

function bindSignIn(routes: Routes, needs: SignInRouteNeeds): void {
  const { cookies } = needs;
  routes.open(contract.signIn, async ({ body, origin, request, reply }) => {
    const result = await signIn(needs, { ...body, visitor: visitorOf(request, origin, cookies) });
    return { user: await replyWithSignIn(needs, result, { request, reply }) };
  });
  routes.open(contract.confirmEmail, async ({ body, origin, request, reply }) => {
    const result = await confirmEmail(needs, { ...body, visitor: visitorOf(request, origin, cookies) });
    return { user: await replyWithSignIn(needs, result, { request, reply }) };
  });
  routes.open(contract.answerTwoFactor, async ({ body, origin, request, reply }) => {
    const visitor = visitorOf(request, origin, cookies);
    const { code, trust = false } = body;
    const joining = await readJoining(needs, request);
    const token = cookies.twoFactor.read(request);
    const result = await answerTwoFactor(needs, { token, code, trust, visitor, joining });
    if (joining) reply.header('set-cookie', cookies.outside.cleared);
    return { user: await replyWithSignIn(needs, result, { request, reply }) };
  });
  routes.open(answerSignInCodeCall, async ({ body, origin, request, reply }) => {
    const visitor = visitorOf(request, origin, cookies);
    const result = await answerSignInCode(needs, { ...body, token: cookies.twoFactor.read(request), visitor });
    return { user: await replyWithSignIn(needs, result, { request, reply }) };
  });
  routes.open(resendSignInCodeCall, async ({ origin, request, reply }) => {
    const token = cookies.twoFactor.read(request) ?? refuse('second-step-over');
    const sent = await resendSignInCode(needs, { token, visitor: visitorOf(request, origin, cookies) });
    reply.header('set-cookie', cookies.twoFactor.line(token)); // for as long again
    return sent;
  });
  routes.open(signInWithPasskeyCall, async ({ body, origin, request, reply }) => {
    const answer = body.answer as AuthenticationResponseJSON;
    const result = await signInWithPasskey(needs, { answer, visitor: visitorOf(request, origin, cookies) });
    return { user: await replyWithSignIn(needs, result, { request, reply }) };
  });
}

interface SignInWithPasskeyNeeds extends BeginSessionNeeds, VerifyPasskeyNeeds {}

interface Input {
  answer: AuthenticationResponseJSON;
  visitor: Visitor;
}

/** The passkey that signs the challenge identifies the account. @throws {Refusal} passkey-refused, account-suspended */
async function signInWithPasskey(needs: SignInWithPasskeyNeeds, { answer, visitor }: Input): Promise<SignInResult> {
  const passkey = await findPasskey(needs.database, answer.id);
  if (!passkey) refuse('passkey-refused');
  return beginSession(needs, {
    userId: passkey.userId,
    visitor,
    skipsTwoFactor: true,
    whenGone: 'passkey-refused',
    async confirm(tx) {
      await verifyPasskey(needs, tx, passkey, answer);
      const isProved = await isProvedBrowser(needs, tx, { userId: passkey.userId, token: visitor.device });
      if (isProved) await provePasskey(tx, passkey.id, needs.clock.now());
    },
  });
}
