// Logs one line for each reply, with the route, because a full URL could contain a token. Accounts and networks appear as keyed
// digests. Refusals that matter for security are also recorded in the audit.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LogNames } from '../keys/secret/log-names.ts';
import type { SecurityLog } from '../records/acts/security-log.ts';
import { networkOf } from './network.ts';
import { factsOf } from './request-facts.ts';
import { securityEventOf } from './security-events.ts';

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
    request.log.info({ method, route, status, code: refusal, account, network, milliseconds }, 'answered');
    const name = `${method} ${route}`;
    const event = securityEventOf(name, status, refusal);
    if (event)
      securityLog.note({ event, code: refusal, route: name, network, userId: ownerId, email: emailIn(request) });
    done();
  });
}

/** The account of the attempt. The address is looked up but never recorded. The body may not have been validated yet. */
function emailIn({ body }: FastifyRequest): string | undefined {
  const email = typeof body === 'object' && body !== null && 'email' in body ? body.email : undefined;
  return typeof email === 'string' && !email.includes('\0') ? email.toLowerCase().slice(0, 255) : undefined;
}
