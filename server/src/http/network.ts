// The caller's network, the unit of every limit: an IPv4 address, or an IPv6 /64, which one subscriber gets.
import { isIP, isIPv4 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The services that have logged an unreadable address. */
const reported = new WeakSet<FastifyInstance>();

/**
 * The network of the caller, or of the connection if a proxy forwards something that is not an address: otherwise each invented
 * value would have its own limits. A closed connection no longer has an address.
 */
export function networkOf(request: FastifyRequest): string {
  const address = request.ip ?? '';
  const network = networkOfAddress(address);
  if (network !== null) return network;
  if (address !== '' && !reported.has(request.server)) {
    reported.add(request.server);
    request.log.warn('a proxy forwards something that is not an address; such requests count as the proxy');
  }
  return networkOfAddress(request.socket?.remoteAddress ?? '') ?? '';
}

/** Some proxies write `192.0.2.7:4000`, `[2001:db8::1]` or `[2001:db8::1]:4000`. */
const withPort = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/;

/** @returns null if it is not an address */
export function networkOfAddress(address: string): string | null {
  // Every request calls this, and most have a plain IPv4 address.
  if (isIPv4(address)) return address;
  const written = withPort.exec(address);
  const bare = (written?.[1] ?? written?.[2] ?? address).replace(/%.*/, '');
  if (isIP(bare) !== 6) return isIPv4(bare) ? bare : null;
  // A URL writes an IPv6 address in its shortest form, in hexadecimal throughout.
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
