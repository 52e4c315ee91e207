// Answers a sign-in: the cookies of the session, or those of the question that stands before it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../lib/refusal.ts';
import { endSession } from '../sessions/session-store.ts';
import type { UserRow } from '../users/user-store.ts';
import type { BeginSessionNeeds, Entry } from './begin-session.ts';

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

export async function answerEntry(
  { cookies, database }: BeginSessionNeeds,
  entry: Entry,
  { request, reply }: Exchange,
): Promise<UserRow> {
  reply.header('set-cookie', entry.setCookies);
  if (entry.state === 'second-step') refuse('second-step-needed');
  // Anyone who signs in again leaves no earlier session behind.
  const before = cookies.readSid(request);
  if (before) await endSession(database, before);
  return entry.user;
}
