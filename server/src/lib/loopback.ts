// Which names and addresses lead to this machine and nowhere else. Pure.

/** As a URL, a Host header or a socket writes it; IPv6 with or without brackets. A name nobody has written is none of ours. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  const mapped = name.replace(/^::ffff:/, '');
  return name === 'localhost' || name === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(mapped);
}

/** The name in a Host header, without its port. */
export const hostNameOf = (header: string): string => header.replace(/:\d*$/, '');
