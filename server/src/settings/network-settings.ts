// The kinds of settings that name a port, an interface, a daemon or the proxies.
import { isIP } from 'node:net';
import { readList, type Variable, whole } from './setting-kinds.ts';

export const port = (about: string): Variable<number> => ({ ...whole(about, 1, 65_535, 0), fallback: undefined });

/** Where a server listens: without a scheme and a port, which have settings of their own. */
export const networkInterface = (about: string, fallback: string): Variable<string, string> => ({
  about,
  takes: 'the name or the IP address of an interface, such as localhost or 0.0.0.0',
  fallback,
  read: (value) => (isIP(value) > 0 || /^[a-z\d][a-z\d.-]*$/i.test(value) ? value : undefined),
});

/** Where a daemon listens: on a port, or on a Unix socket. */
export const listener = (about: string): Variable<{ host: string; port: number } | { path: string }> => ({
  about,
  takes: 'host:port, or unix: and the path of a socket',
  fallback: undefined,
  read(value) {
    const [, socket] = /^unix:(\/.{1,100})$/.exec(value) ?? [];
    if (socket) return { path: socket };
    const [, bracketed, name, port] = /^(?:\[([\da-f:.]{2,45})\]|([\w.-]{1,253})):(\d{1,5})$/i.exec(value) ?? [];
    const host = bracketed ?? name;
    return host && Number(port) > 0 && Number(port) <= 65_535 ? { host, port: Number(port) } : undefined;
  },
});

export const findSamePort = ({ PORT, METRICS_PORT }: { PORT: number; METRICS_PORT: number | undefined }): string[] =>
  METRICS_PORT === PORT ? ['METRICS_PORT is the same as PORT; set it to another port.'] : [];

/** `none` gives an empty list: there is no proxy. */
export const proxies = (about: string): Variable<string[]> => ({
  about,
  takes: 'IP addresses or networks, but not every address (/0), separated by commas; or none',
  fallback: undefined,
  read: (value) => (value === 'none' ? [] : readList(value, isNetwork)),
});

/** A network that covers every address would let anyone choose the address they come from. */
function isNetwork(proxy: string): boolean {
  const [ip = '', bits, ...more] = proxy.split('/');
  const max = isIP(ip) === 6 ? 128 : 32;
  return (
    isIP(ip) > 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && +bits > 0 && +bits <= max))
  );
}
