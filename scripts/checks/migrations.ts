// Checks that each schema and its migrations agree: drizzle-kit has nothing to add to a copy of them.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root, run, tool } from '../processes.ts';

const schemas = { server: 'src/platform/database/schema.ts', sandbox: 'src/schema.ts' };

export async function findMissingMigrations(): Promise<string[]> {
  const outputs = await Promise.all(Object.entries(schemas).map(([name, schema]) => generateIntoCopy(name, schema)));
  // drizzle-kit always exits with 0, so only its message counts.
  const missing = outputs.filter((output) => !output.includes('No schema changes'));
  return missing.map((output) => `${output}\nRun npm run generate and read what it writes.`);
}

async function generateIntoCopy(name: string, schema: string): Promise<string> {
  const workspace = path.join(root, name);
  const copy = mkdtempSync(path.join(os.tmpdir(), 'remembrance-migrations-'));
  cpSync(path.join(workspace, 'migrations'), copy, { recursive: true });
  const out = path.relative(workspace, copy); // drizzle-kit cannot read an absolute path
  const words = ['generate', '--dialect', 'postgresql', '--schema', schema, '--out', out];
  const { output } = await run([...tool('drizzle-kit'), ...words], { cwd: workspace });
  rmSync(copy, { recursive: true });
  return output;
}
