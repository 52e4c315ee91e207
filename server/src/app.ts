// The HTTP application: hooks, routes and pages, without listening on a port.
import { maxJsonBodyBytes } from '@remembrance/contract/limits.ts';
import { getService } from '@remembrance/contract/service.ts';
import { sandboxRoutes } from '@remembrance/sandbox/routes.ts';
import { sandboxToolsRoutes } from '@remembrance/sandbox/tools-routes.ts';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { accountRoutes } from './account/account-routes.ts';
import { fileRoutes } from './files/file-routes.ts';
import { refuseUnreadable, routeAsUnknown } from './http/before-routes.ts';
import { sendHeaders } from './http/headers.ts';
import { logAnswers } from './http/log-answers.ts';
import { maxPathPartLength } from './http/open-api.ts';
import { answerProblems } from './http/problem-reply.ts';
import { answerWrongMethods, limitBodyTime, requireOneHost } from './http/request-shape.ts';
import { requireOurOrigin } from './http/require-our-origin.ts';
import { createRoutes } from './http/routes.ts';
import { readStyleHashes, serveWebAssets } from './http/web-assets.ts';
import { apiDocumentRoutes } from './operations/dev/api-document-routes.ts';
import { devMailboxRoutes } from './operations/dev/dev-mailbox-routes.ts';
import { developmentPage } from './operations/dev/development-page.ts';
import { stayOnThisMachine } from './operations/dev/stay-on-this-machine.ts';
import { healthRoutes } from './operations/health/health-routes.ts';
import { transparencyRoutes } from './operations/transparency/transparency-routes.ts';
import { billingRoutes } from './payments/billing/billing-routes.ts';
import { paymentRoutes } from './payments/payment-routes.ts';
import { passkeyRoutes } from './people/passkeys/passkey-routes.ts';
import { proofRoutes } from './people/proof/proof-routes.ts';
import { browserRoutes } from './people/sessions/browser-routes.ts';
import { findLostHint } from './people/sessions/session-cookies.ts';
import { sessionRoutes } from './people/sessions/session-routes.ts';
import { navigationRoutes } from './people/sign-in/navigation-routes.ts';
import { openIdRoutes } from './people/sign-in/openid-routes.ts';
import { signInRoutes } from './people/sign-in/sign-in-routes.ts';
import { twoFactorRoutes } from './people/two-factor/two-factor-routes.ts';
import { planRoutes } from './plans/plan-routes.ts';
import { daysLater } from './platform/lib/clock.ts';
import { newRequestId } from './platform/lib/ids.ts';
import { refuse } from './platform/lib/refusal.ts';
import type { Services } from './services.ts';
import { paymentFacts } from './start/open-payment-gateway.ts';
import { checkInRoutes } from './vaults/check-in/check-in-routes.ts';
import { executorRoutes } from './vaults/executors/executor-routes.ts';
import { releaseRoutes } from './vaults/release/release-routes.ts';
import { vaultAccessRoutes } from './vaults/vault-access/vault-access-routes.ts';
import { vaultRoutes } from './vaults/vault-routes.ts';

/** The contract validates input and output. Without these, Fastify would load its own schema compilers at every start. */
const noCompiler = () => () => {
  throw new Error('a route has a schema that Fastify would compile');
};
const withoutSchemas = { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } };

/** @param options.web the folder of the built pages; false omits them, for tests of only the API. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one list of everything that is bound
export async function createApp(
  services: Services,
  options: { web: string | false; bodySeconds?: number },
): Promise<FastifyInstance> {
  const { config, clock, cookies, rateLimiter, ourOrigins, publicUrl, readOwner } = services;
  const logger: FastifyBaseLogger = services.log;
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    frameworkErrors: routeAsUnknown,
    clientErrorHandler: (error, socket) => refuseUnreadable(logger, error, socket),
    bodyLimit: maxJsonBodyBytes,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    // A long upload is allowed, a silent connection is not, so the pause between two packets is limited.
    requestTimeout: 0,
    connectionTimeout: 120_000,
    schemaController: withoutSchemas,
    routerOptions: { maxParamLength: maxPathPartLength },
  });
  app.removeContentTypeParser('text/plain');
  logAnswers(app, services);
  sendHeaders(app, {
    secure: config.publicUrl.startsWith('https:'),
    styleHashes: options.web ? readStyleHashes(options.web) : [],
    usesStripe: config.stripe !== undefined,
  });
  answerProblems(app, clock);
  requireOneHost(app);
  limitBodyTime(app, options);
  const refuseWrongMethods = answerWrongMethods(app);
  if (config.devMailbox) stayOnThisMachine(app);
  const routes = createRoutes({
    app,
    clock,
    rateLimiter,
    ourOrigins,
    publicUrl,
    readOwner,
    isOnHold: (compares) => (compares ? services.restoreHold.isOn() : services.restoreHold.isStillOn()),
    isExchanged: () => services.restoreHold.difference() !== null,
  });

  const letters = config.mail.smtpUrl ? ('sent' as const) : ('kept' as const);
  healthRoutes(routes, services, letters);
  routes.open(getService, async () => ({
    productName: config.productName,
    supportEmail: config.supportEmail,
    publicUrl: config.publicUrl,
    letters,
    mailboxPath: config.devMailbox ? '/dev/mail' : null,
    payment: paymentFacts(config),
  }));
  apiDocumentRoutes(routes, app, { ...config, sessionCookie: cookies.sessionName });

  signInRoutes(routes, services);
  navigationRoutes(routes, services);
  sessionRoutes(routes, services);
  browserRoutes(routes, services);
  proofRoutes(routes, services);
  twoFactorRoutes(routes, services);
  passkeyRoutes(routes, services);
  openIdRoutes(routes, services);
  planRoutes(routes, services);
  vaultRoutes(routes, services);
  fileRoutes(routes, services);
  executorRoutes(routes, services);
  checkInRoutes(routes, services);
  paymentRoutes(routes, services);
  billingRoutes(routes, services);
  releaseRoutes(routes, services);
  vaultAccessRoutes(routes, services);
  accountRoutes(routes, services);
  transparencyRoutes(routes, services);
  if (!config.stripe) sandboxRoutes(app, services);
  if (config.devMailbox) devMailboxRoutes(routes, app, services);
  if (config.devMailbox && services.sandbox) {
    sandboxToolsRoutes(app, {
      tools: services.sandbox.tools,
      page: developmentPage,
      requireOurOrigin: (request) => requireOurOrigin(request, { method: 'POST', access: 'owner' }, ourOrigins),
    });
  }
  if (options.web) {
    await serveWebAssets(app, {
      distDirectory: options.web,
      names: {
        PRODUCT_NAME: config.productName,
        SUPPORT_EMAIL: config.supportEmail,
        PUBLIC_URL: config.publicUrl,
        IN_A_YEAR: daysLater(clock.now(), 365).toISOString(),
      },
      findLostHint: (request) => findLostHint(services, request),
    });
  } else {
    app.setNotFoundHandler(async () => refuse('not-found'));
  }
  refuseWrongMethods();
  return app;
}
