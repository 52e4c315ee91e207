// The headers of every reply, computed once. Private pages (vaults, executors, recipients) have stricter ones. If Stripe keys are set,
// only the pages with Stripe's card form may run Stripe's script.
import type { FastifyInstance } from 'fastify';

export interface HeaderOptions {
  secure: boolean;
  /** Hashes of inlined styles of the built pages, as 'sha256-…'. */
  styleHashes: readonly string[];
  /** Whether the card form is Stripe's own. */
  usesStripe: boolean;
}

function contentSecurityPolicy({ styleHashes, usesStripe, secure }: HeaderOptions): string {
  const stripe = (...origins: string[]) => (usesStripe ? origins : []);
  const script = 'https://js.stripe.com https://*.js.stripe.com';
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...stripe(script)],
    'style-src': ["'self'", ...styleHashes.map((hash) => `'${hash}'`)],
    'font-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:', ...stripe('https://*.stripe.com')],
    'media-src': ["'self'", 'blob:'],
    'connect-src': ["'self'", ...stripe('https://api.stripe.com')],
    'frame-src': usesStripe ? [script, 'https://hooks.stripe.com'] : ["'none'"],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    // Stripe's script has its own Trusted Types policies; without it every script address goes through ours.
    ...(!usesStripe && { 'trusted-types': ['own-scripts'], 'require-trusted-types-for': ["'script'"] }),
  };
  const policy = Object.entries(directives).map(([name, values]) => `${name} ${values.join(' ')}`);
  return [...policy, ...(secure ? ['upgrade-insecure-requests'] : [])].join('; ');
}

function securityHeaders(options: HeaderOptions): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(options),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // Apple Pay and Google Pay open inside Stripe's frame.
    'permissions-policy': `camera=(self), microphone=(self), geolocation=(), payment=(self${options.usesStripe ? ' "https://js.stripe.com"' : ''}), usb=()`,
    ...(options.secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** Pages behind a link or a code: not indexed, not cached, and without a referrer to other sites. */
export const privatePageHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
} as const;

/** Headers that matter only for pages. A page may load thirty scripts, and on a slow phone these lines take half a second. */
export const pageOnlyHeaders = [
  'content-security-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
  'x-frame-options',
  'referrer-policy',
];

const paymentPage = /^\/(?:checkout|account\/billing)(?:[/?]|$)/;

export function sendHeaders(app: FastifyInstance, options: HeaderOptions): void {
  const headers = securityHeaders({ ...options, usesStripe: false });
  const paymentHeaders = securityHeaders(options);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(paymentPage.test(request.url) ? paymentHeaders : headers);
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
    done();
  });
}
