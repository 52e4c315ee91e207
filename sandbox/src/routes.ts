// The sandbox's routes for the browser: the replacement for Stripe.js and the few calls it makes. They imitate another
// company's interface, so they are not part of the contract. They exist only while the sandbox runs.
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Sandbox } from './sandbox.ts';

export const sandboxScriptPath = '/sandbox/stripe.js';

const files = [
  { path: sandboxScriptPath, parts: ['card-form.js', 'stripe.js'], type: 'text/javascript; charset=utf-8' },
  { path: '/sandbox/stripe.css', parts: ['stripe.css'], type: 'text/css; charset=utf-8' },
];
const pageCallsPath = '/sandbox/stripe';
/** Several times the size of a card with a client secret. */
const maxBodyBytes = 8 * 1024;

export function sandboxRoutes(app: FastifyInstance, { sandbox }: { sandbox: Sandbox | undefined }): void {
  if (!sandbox) return;
  for (const { path, parts, type } of files) {
    const content = parts.map((part) => readFileSync(new URL(`browser/${part}`, import.meta.url), 'utf8')).join('\n');
    app.get(path, async (_, reply) => reply.type(type).header('cache-control', 'no-cache').send(content));
  }
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) => {
      done(null, body);
    });
    scope.route({
      method: ['GET', 'POST'],
      url: `${pageCallsPath}/v1/*`,
      bodyLimit: maxBodyBytes,
      async handler(request, reply) {
        const answer = await sandbox.fetch(pageRequest(request));
        return reply
          .code(answer.status)
          .header('cache-control', 'no-store')
          .send(await answer.json());
      },
    });
  });
}

// The browser's headers are not passed on, so only the calls of the publishable key can be made.
function pageRequest({ method, url, body }: FastifyRequest): Request {
  const address = new URL(url.slice(pageCallsPath.length), 'http://sandbox.invalid');
  return new Request(address, method === 'POST' ? { method, body: typeof body === 'string' ? body : '' } : { method });
}
