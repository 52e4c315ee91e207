// Logs one line for each reply, with the route, because a full URL could contain a token. Accounts and networks appear as keyed
// digests. Refusals that matter for security are also recorded in the audit.
import type { RefusalCode } from '@remembrance/contract/refusals.ts';
import { health, readiness } from '@remembrance/contract/service.ts';
import { requestPasswordReset } from '@remembrance/contract/sign-in.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LogNames } from '../keys/secret/log-names.ts';
import type { ActEvent } from '../records/acts/act-words.ts';
import type { SecurityLog } from '../records/acts/security-log.ts';
import { networkOf } from './network.ts';

interface Needs {
  logNames: LogNames;
  securityLog: SecurityLog;
}

export function logAnswers(app: FastifyInstance, { logNames, securityLog }: Needs): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { ownerId, refusal } = factsOf(request);
    const { method } = request;
    const { statusCode: status } = reply;
    const route = request.routeOptions.url ?? 'none';
    const network = logNames.network(networkOf(request));
    const account = ownerId && logNames.account(ownerId);
    const milliseconds = Math.round(reply.elapsedTime);
    const level = probed.includes(route) && status < 400 ? 'debug' : 'info';
    request.log[level]({ method, route, status, code: refusal, account, network, milliseconds }, 'answered');
    const name = `${method} ${route}`;
    const event = securityEventOf(name, status, refusal);
    if (event)
      securityLog.note({ event, code: refusal, route: name, network, userId: ownerId, email: emailIn(request) });
    done();
  });
}

/** They are asked every few seconds, and only their failures say something. */
const probed: string[] = [health.path, readiness.path];

/** The account of the attempt. The address is looked up but never recorded. The body may not have been validated yet. */
function emailIn({ body }: FastifyRequest): string | undefined {
  const email = typeof body === 'object' && body !== null && 'email' in body ? body.email : undefined;
  return typeof email === 'string' && !email.includes('\0') ? email.toLowerCase().slice(0, 255) : undefined;
}

/**
 * Which replies are recorded in the audit: refused attempts, and every limit that was reached. Successful operations write
 * their own acts.
 */
const eventOfRefusal: Partial<Record<RefusalCode, ActEvent>> = {
  'wrong-credentials': 'sign-in-failed',
  'email-not-verified': 'sign-in-failed',
  'account-suspended': 'sign-in-failed',
  'account-not-linked': 'sign-in-failed',
  'second-step-refused': 'sign-in-failed',
  'second-step-over': 'sign-in-failed',
  'sign-in-code-refused': 'sign-in-failed',
  'sign-in-code-over': 'sign-in-failed',
  'passkey-refused': 'proof-failed',
  'wrong-password': 'proof-failed',
  'access-code-refused': 'code-refused',
  'reset-link-refused': 'link-refused',
  'confirm-link-refused': 'link-refused',
  'email-link-refused': 'link-refused',
  'change-link-unknown': 'link-refused',
  'check-in-link-unknown': 'link-refused',
  'wanted-code-link-unknown': 'link-refused',
  'two-factor-reset-over': 'link-refused',
  'link-not-found': 'link-refused',
  'link-signature-refused': 'link-refused',
  'link-email-refused': 'answer-refused',
  'answers-refused': 'answer-refused',
  'mailbox-code-refused': 'answer-refused',
  'email-step-first': 'answer-refused',
  'origin-refused': 'call-refused',
  'host-refused': 'call-refused',
  'invalid-signature': 'call-refused',
  'too-many-requests': 'limit-reached',
};

const resetRoute = `${requestPasswordReset.method} ${requestPasswordReset.path}`;

export function securityEventOf(route: string, status: number, refusal: RefusalCode | undefined): ActEvent | null {
  if (refusal) return eventOfRefusal[refusal] ?? null;
  return route === resetRoute && status < 400 ? 'reset-requested' : null;
}

/** Facts about a request that are logged once it is answered: its owner, and why it was refused. */
interface RequestFacts {
  ownerId?: string;
  refusal?: RefusalCode;
}

const known = new WeakMap<FastifyRequest, RequestFacts>();

export const factsOf = (request: FastifyRequest): RequestFacts => known.get(request) ?? {};

export function noteFacts(request: FastifyRequest, facts: RequestFacts): void {
  known.set(request, { ...factsOf(request), ...facts });
}
