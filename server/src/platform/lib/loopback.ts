// Which host names and addresses always mean this machine. Pure.

const ipv4 = String.raw`127\.\d{1,3}\.\d{1,3}\.\d{1,3}`;
const ipv6 = `::1|::ffff:${ipv4}`;
const loopback = new RegExp(String.raw`^(?:localhost|${ipv4}|${ipv6}|\[(?:${ipv6})\])$`, 'i');

/** Accepts a host as in a URL, a Host header or a socket, IPv6 with or without brackets. An empty name is not loopback. */
export const isLoopback = (host: string): boolean => loopback.test(host);

/** The name in a Host header, without its port. */
export const hostNameOf = (header: string): string => header.replace(/:\d*$/, '');
