// Every refusal that a call can return: those it declares, and those that all calls of its kind share.
import type { Endpoint } from './endpoint.ts';
import type { RefusalCode } from './refusals.ts';

/** The OpenAPI document lists these, and tests verify that the server uses no others. */
export function refusalsOf(endpoint: Endpoint): RefusalCode[] {
  const { access, bodyKind, method } = endpoint;
  const hasBody = bodyKind === 'json' || bodyKind === 'signed-text';
  const isWrite = method !== 'GET' && access !== 'payment-gateway';
  return [
    ...new Set<RefusalCode>([
      'invalid-input',
      'bad-request',
      'host-refused',
      'too-many-requests',
      'database-unavailable',
      'keys-unavailable',
      ...(access === 'owner' ? (['unauthorized'] as const) : []),
      ...(isWrite ? (['origin-refused'] as const) : []),
      ...(hasBody ? (['too-large', 'request-too-slow', 'unsupported-media-type'] as const) : []),
      ...(bodyKind === 'json' ? (['invalid-json'] as const) : []),
      ...(endpoint.worksOnHold ? [] : (['on-hold'] as const)),
      ...endpoint.refusals,
    ]),
  ];
}
