// The site in front of one service: a name, free ports, and a certificate from a test authority.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '@remembrance/server/testing/free-port.ts';
import type { RunFolder } from '../support/run-folder.ts';
import { openssl } from './programs.ts';

export const siteName = 'vaults.test';

export interface Site {
  folder: RunFolder;
  /** The public address. */
  url: string;
  port: number;
  plainPort: number;
  /** Replaces IPv6 addresses, because the machine may have none. */
  otherPorts: [number, number];
  /** The text of the test authority's certificate. */
  authority: string;
  /** Paths of files. */
  certificate: string;
  key: string;
}

export async function makeSite(folder: RunFolder): Promise<Site> {
  const port = await freePort();
  return {
    folder,
    url: `https://${siteName}:${port}`,
    port,
    plainPort: await freePort(),
    otherPorts: [await freePort(), await freePort()],
    ...makeCertificate(folder.path),
  };
}

function makeCertificate(folder: string): Pick<Site, 'authority' | 'certificate' | 'key'> {
  const place = (name: string) => path.join(folder, name);
  const make = (name: string, ...words: string[]) => {
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
    const files = ['-keyout', place(`${name}.key`), '-out', place(`${name}.pem`)];
    execFileSync(openssl.program, ['req', '-x509', ...curve, ...files, ...words], { stdio: 'pipe' });
  };
  make('authority', '-subj', '/CN=An authority of tests');
  const signer = ['-CA', place('authority.pem'), '-CAkey', place('authority.key')];
  const extensions = [`subjectAltName=DNS:${siteName}`, 'basicConstraints=critical,CA:FALSE'];
  make('site', '-subj', `/CN=${siteName}`, ...extensions.flatMap((one) => ['-addext', one]), ...signer);
  const authority = readFileSync(place('authority.pem'), 'utf8');
  return { authority, certificate: place('site.pem'), key: place('site.key') };
}
