// Answers a sign-in with the cookies of the new session, or of the question for a code.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../../platform/lib/refusal.ts';
import { endSession } from '../sessions/session-store.ts';
import type { UserRow } from '../users/user-store.ts';
import type { BeginSessionNeeds, SignInResult } from './begin-session.ts';

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

export async function replyWithSignIn(
  { cookies, database }: BeginSessionNeeds,
  result: SignInResult,
  { request, reply }: Exchange,
): Promise<UserRow> {
  reply.header('set-cookie', result.setCookies);
  if (result.state === 'second-step' && result.codeFrom === 'app') refuse('second-step-needed');
  if (result.state === 'second-step')
    refuse('sign-in-code-needed', { ...(result.codeAt && { retryAt: result.codeAt }) });
  // A new sign-in ends the browser's previous session.
  const before = cookies.readSids(request);
  if (before) await endSession(database, before);
  return result.user;
}
