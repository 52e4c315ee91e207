// Which host names and addresses always mean this machine. Pure.

/** Accepts a host as in a URL, a Host header or a socket, IPv6 with or without brackets. An empty name is not loopback. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  const mapped = name.replace(/^::ffff:/, '');
  return name === 'localhost' || name === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(mapped);
}

/** The name in a Host header, without its port. */
export const hostNameOf = (header: string): string => header.replace(/:\d*$/, '');
