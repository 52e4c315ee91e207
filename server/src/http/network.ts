// The caller's network, the unit of every limit: an IPv4 address, or an IPv6 /64, which is what one subscriber gets.
import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** A closed connection has no address any more. */
export const networkOf = (request: FastifyRequest): string => networkOfAddress(request.ip ?? '');

export function networkOfAddress(address: string): string {
  const bare = address.replace(/%.*$/, '').toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(bare);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(bare)) return bare;
  const [head = '', tail] = bare.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const groups =
    tail === undefined ? left : [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group || '0', 16).toString(16));
  return `${network.join(':')}::/64`;
}
