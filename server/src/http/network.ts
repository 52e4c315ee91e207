// The caller's network, the unit of every limit: an IPv4 address, or an IPv6 /64, which is what one subscriber gets.
import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** A closed connection has no address any more. */
export const networkOf = (request: FastifyRequest): string => networkOfAddress(request.ip ?? '');

export function networkOfAddress(address: string): string {
  const bare = address.replace(/%.*/, '');
  // Every request asks, and most have an IPv4 address, which has no colon.
  if (!bare.includes(':') || !isIPv6(bare)) return bare;
  // A URL writes an IPv6 address in its one shortest form, in hexadecimal throughout.
  const shortest = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(shortest);
  if (mapped) return mapped.slice(1).flatMap(bytesOf).join('.');
  const zeros = '0:'.repeat(8 - groupsOf(shortest).length);
  const network = groupsOf(shortest.replace('::', `:${zeros}`)).slice(0, 4);
  return `${network.join(':')}::/64`;
}

const groupsOf = (address: string): string[] => address.split(':').filter((group) => group !== '');

/** The two bytes of a group of an IPv6 address. */
function bytesOf(group: string): number[] {
  const value = Number.parseInt(group, 16);
  return [value >> 8, value & 0xff];
}
