// Turns every thrown error into problem+json: a refusal with its code, a fault as a bare 500 with the request id.
import { html } from '@remembrance/contract/markup.ts';
import { type Problem, problemMediaType } from '@remembrance/contract/problem.ts';
import { type RefusalCode, refusals } from '@remembrance/contract/refusals.ts';
import { DrizzleQueryError } from 'drizzle-orm';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { KeyServiceUnavailable } from '../keys/master/master-keys.ts';
import { type Clock, secondsLater } from '../platform/lib/clock.ts';
import { isDatabaseUnavailable } from '../platform/lib/database-unavailable.ts';
import { Refusal } from '../platform/lib/refusal.ts';
import { noteFacts } from './log-answers.ts';
import { plainPage } from './plain-page.ts';

export function answerProblems(app: FastifyInstance, clock: Clock): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const now = clock.now();
    const refusal = error instanceof Refusal ? error : isAborted(error, request) ? abortedRequest : refusalOf(error);
    if (refusal) return sendRefusal(refusal, request, retryHeader(reply, refusal, now));
    if (isDatabaseUnavailable(error)) {
      request.log.warn({ error: describeFault(error) }, 'the database did not answer');
      const unavailable = new Refusal('database-unavailable', { retryAt: secondsLater(now, retrySeconds) });
      return sendRefusal(unavailable, request, retryHeader(reply, unavailable, now));
    }
    if (error instanceof KeyServiceUnavailable) {
      request.log.warn({ error: describeFault(error) }, 'the key service did not answer');
      const unavailable = new Refusal('keys-unavailable', { retryAt: secondsLater(now, retrySeconds) });
      return sendRefusal(unavailable, request, retryHeader(reply, unavailable, now));
    }
    request.log.error({ error: describeFault(error) }, 'fault');
    return sendProblem(request, reply, {
      status: 500,
      title: 'Something went wrong',
      detail: 'Something went wrong on our side. Please try again in a moment.',
      code: 'fault',
    });
  });
}

/** About as long as a database server takes to restart. */
const retrySeconds = 5;

/** Nobody receives it: the caller disconnected during the request. */
const abortedRequest = new Refusal('bad-request');
const isAborted = (error: FastifyError, request: FastifyRequest): boolean =>
  error.code === 'ECONNRESET' && request.raw.readableAborted;

function sendRefusal(refusal: Refusal, request: FastifyRequest, reply: FastifyReply) {
  const { status, title, detail } = refusals[refusal.code];
  const { extras } = refusal;
  noteFacts(request, { refusal: refusal.code });
  // The rest of a refused body is not read, so the connection cannot be reused.
  if (status === 413 || status === 411 || status === 408) reply.header('connection', 'close');
  return sendProblem(request, reply, {
    status,
    title,
    detail: extras.detail ?? detail,
    code: refusal.code,
    ...(extras.fields ? { fields: extras.fields } : {}),
    ...(extras.retryAt ? { retryAt: extras.retryAt.toISOString() } : {}),
    ...(extras.failing ? { failing: extras.failing } : {}),
    ...(extras.conflict ? { conflict: extras.conflict } : {}),
    ...(extras.releasedAt ? { releasedAt: extras.releasedAt.toISOString() } : {}),
  });
}

function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Omit<Problem, 'requestId'>) {
  reply.code(problem.status);
  if (isForPerson(request)) return reply.type('text/html; charset=utf-8').send(problemPage(problem));
  return reply.header('content-type', problemMediaType).send({ ...problem, requestId: request.id });
}

function retryHeader(reply: FastifyReply, { extras: { retryAt } }: Refusal, now: Date): FastifyReply {
  if (!retryAt) return reply;
  return reply.header('retry-after', String(Math.max(1, Math.ceil((retryAt.getTime() - now.getTime()) / 1000))));
}

const byFastifyCode: Record<string, RefusalCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-media-type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too-large',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid-json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid-json',
};

// Errors of the HTTP layer before a handler runs. Other libraries also put a status on their errors, but the status of a
// service we called is not our reply.
function refusalOf(error: FastifyError): Refusal | null {
  const known = byFastifyCode[error.code];
  if (known) return new Refusal(known);
  const isOfHttp = error instanceof SyntaxError || String(error.code).startsWith('FST_');
  if (!isOfHttp) return null;
  const status = error.statusCode ?? 500;
  if (status < 400 || status >= 500) return null;
  return new Refusal(error instanceof SyntaxError ? 'invalid-json' : 'bad-request');
}

/** The parts of a fault that the log may contain: never a query's values, which could be a message or an address. */
export function describeFault(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  const cause = error.cause instanceof Error ? (error.cause as Error & { code?: string; constraint?: string }) : null;
  const isQuery = error instanceof DrizzleQueryError;
  return {
    name: error.name,
    message: isQuery ? 'a query failed' : error.message,
    stack: isQuery ? withoutMessage(error) : error.stack,
    ...(cause ? { cause: { name: cause.name, code: cause.code, constraint: cause.constraint } } : {}),
  };
}

// The message of a failed query quotes its values, and a value may look like a stack line.
const withoutMessage = ({ stack = '', message }: Error): string => stack.replace(message, () => 'a query failed');

/** Whether a browser shows the reply to a person. Calls from our pages and from other programs have another mode or none. */
const isForPerson = ({ headers }: FastifyRequest): boolean => headers['sec-fetch-mode'] === 'navigate';

const problemPage = ({ title, detail }: { title: string; detail: string }): string =>
  plainPage(
    title,
    html`<p>${detail}</p>
<p><a href="/">Return to the front page</a></p>`,
  );
