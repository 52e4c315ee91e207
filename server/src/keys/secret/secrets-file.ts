// The secrets file, DATA_DIR/secrets.json, which the first start creates. It is stored outside the database, so that a copy of
// only the database is useless. It lists the secrets, the current one first.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { createOnce, replaceDurably, writeSynced } from '../../platform/lib/durable-file.ts';
import { newMasterSecret } from '../../platform/lib/ids.ts';
import { makeFolders } from '../../platform/lib/make-folders.ts';
import { StartRefused } from '../../platform/lib/start-refused.ts';

const secret = z.string().check(z.regex(/^[\w-]{43,}$/));
const fileShape = z.object({ secrets: z.array(secret).check(z.minLength(1)) });

/**
 * Null if there is none.
 * @throws {StartRefused} if the file exists but does not contain secrets; it is never replaced.
 */
export function readSecretsFile(file: string): string[] | null {
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new StartRefused(`${file} cannot be read (${code}); restore the file from its copy, readable by this user.`);
  }
  const secrets = parseSecrets(content);
  if (!secrets)
    throw new StartRefused(`${file} is damaged and has no complete secret; restore the file from its copy.`);
  return secrets;
}

/** Null if the file does not contain secrets. */
export function parseSecrets(content: string): string[] | null {
  try {
    const { secrets } = z.parse(fileShape, JSON.parse(content));
    return new Set(secrets).size === secrets.length ? secrets : null;
  } catch {
    return null;
  }
}

/** If called concurrently, only one call creates the file. */
export async function createSecretsFile(file: string): Promise<string[]> {
  makeFolders(path.dirname(file));
  await createOnce(file, contentOf([newMasterSecret()]));
  const secrets = readSecretsFile(file);
  if (!secrets) throw new Error(`${file} vanished while it was created`);
  return secrets;
}

export const writeSecretsFile = (file: string, secrets: readonly string[]): Promise<void> =>
  replaceDurably(file, (unfinished) => writeSynced(unfinished, Buffer.from(contentOf(secrets))));

const contentOf = (secrets: readonly string[]): string => `${JSON.stringify({ secrets }, null, 2)}\n`;

export const secretOf = (text: string): Buffer => Buffer.from(text, 'base64url');
