// The `npm run keys` commands for the master keys that wrap each vault's key: list, rotate, retire.
import { addMasterKey, retireKeys, rewrapKeys } from '../../keys/vault/rotate-keys.ts';
import { countByMasterKey } from '../../keys/vault/vault-key-store.ts';
import { vaultKeys } from '../../platform/database/schema.ts';
import type { Services } from '../../services.ts';
import { CommandRefused } from '../run/command-line.ts';
import type { Report } from '../run/progress.ts';

export async function list({ masterKeys, keyFile, database }: Services): Promise<string> {
  const current = await masterKeys.currentName();
  const inUse = await countByMasterKey(database);
  const ours = keyFile.isThere() ? Object.keys(keyFile.read().keys) : [];
  const names = new Set([...(keyFile.wraps ? ours : [...ours, current]), ...inUse.keys()]);
  const lines = [...names].map(
    (name) => `${name}  ${countVaults(inUse.get(name) ?? 0)}${name === current ? ', current' : ''}`,
  );
  return [...(keyFile.isThere() ? [keyFile.path] : []), ...lines].join('\n');
}

function countVaults(count: number): string {
  return `${count} ${count === 1 ? 'vault' : 'vaults'}`;
}

export async function rotate(services: Services, report: Report): Promise<string> {
  const { keyFile, masterKeys } = services;
  if (keyFile.wraps) await addMasterKey(services);
  const total = await services.database.$count(vaultKeys);
  const onBatch = (done: number) => report('keys of vaults wrapped again', done, total);
  const rewrapped = await rewrapKeys({ ...services, onBatch });
  const done = `${rewrapped} keys are wrapped under ${await masterKeys.currentName()}.`;
  if (keyFile.wraps) return `${done} Copy ${keyFile.path} to its other place now.`;
  return `${done} The key service creates and destroys its own master keys; docs/guide/key-service.md explains how.${await aboutFile(services)}`;
}

/** Another process with older settings may still wrap with it, which cannot be seen from here. */
async function aboutFile({ keyFile, database }: Services): Promise<string> {
  if (!keyFile.isThere()) return '';
  const inUse = await countByMasterKey(database);
  if (Object.keys(keyFile.read().keys).some((name) => inUse.has(name))) return '';
  return `\nNo vault needs ${keyFile.path} any longer. When every process runs with these settings, run this command again. Then stop the service, move the file away, and start it (docs/guide/key-service.md).`;
}

export async function retire(services: Services): Promise<string> {
  const { path } = services.keyFile;
  const retired = await retireKeys(services);
  if (retired.length === 0)
    throw new CommandRefused(
      'No master key can be destroyed: each of them wraps vault keys, or the rotation was less than an hour ago.',
    );
  return `Destroyed: ${retired.join(', ')}. Destroy the copies of ${path} that still contain them.`;
}
