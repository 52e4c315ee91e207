// The proxies of Debian's packages, unpacked and not installed: their packages would start a service and leave their settings.
import { existsSync } from 'node:fs';
import path from 'node:path';

/** What makes a certificate. It brings the library that nginx needs. */
export const openssl = { package: 'openssl', program: '/usr/bin/openssl' };

const names = ['nginx', 'nginx-common', 'caddy'];
const folder = path.resolve(import.meta.dirname, '../../node_modules/.cache/proxies');

/** What `npm run test:long` unpacks, and where. */
export const proxyPackages = { names, folder };
export const nginxSettings = path.join(folder, 'etc/nginx');
export const nginxProgram = path.join(folder, 'usr/sbin/nginx');
export const caddyProgram = path.join(folder, 'usr/bin/caddy');
export const hasProxies = [nginxProgram, nginxSettings, caddyProgram].every((name) => existsSync(name));

/** @throws an error that says what to install. */
export function refuseWithoutProxies(): void {
  if (!hasProxies) throw new Error(`A proxy needs Debian's packages ${names.join(', ')}: npm run test:long -- proxy.`);
}
