// The kinds of settings that name other programs on the machine: PostgreSQL's, and a listening daemon. Pure.
import path from 'node:path';
import type { Variable } from './setting-kinds.ts';

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
/** The PostgreSQL programs to use: those in a folder, or those that npm installed. */
export const programs = (about: string): Variable<string> => ({
  about,
  takes: 'embedded, or the absolute path of a folder with initdb and postgres',
  fallback: undefined,
  read: (value) => (value === 'embedded' || path.isAbsolute(value) ? value : undefined),
});
