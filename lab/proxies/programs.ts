// Proxies from Debian's packages, unpacked but not installed: an installed package would start a service and leave its
// settings behind.
import { existsSync } from 'node:fs';
import path from 'node:path';

/** The program that creates a certificate. Its package includes the library that nginx needs. */
export const openssl = { package: 'openssl', program: '/usr/bin/openssl' };

const names = ['nginx', 'nginx-common', 'caddy'];
const folder = path.resolve(import.meta.dirname, '../../node_modules/.cache/proxies');

/** The packages that `npm run test:long` unpacks, and their folder. */
export const proxyPackages = { names, folder };
export const nginxSettings = path.join(folder, 'etc/nginx');
export const nginxProgram = path.join(folder, 'usr/sbin/nginx');
export const caddyProgram = path.join(folder, 'usr/bin/caddy');
export const hasProxies = [nginxProgram, nginxSettings, caddyProgram].every((name) => existsSync(name));

/** @throws an error that names the packages to install. */
export function refuseWithoutProxies(): void {
  if (!hasProxies) throw new Error(`A proxy needs Debian's packages ${names.join(', ')}: npm run test:long -- proxy.`);
}
