// The key that signs checkpoints: DATA_DIR/checkpoint-key.pem, which the first checkpoint makes. Where it was lost, another is made, and
// everybody sees in the next checkpoint that the key has changed.
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createOnce } from '../lib/durable-file.ts';

export async function openCheckpointKey(dataDirectory: string): Promise<KeyObject> {
  const found = await findCheckpointKey(dataDirectory);
  if (found) return found;
  const file = fileIn(dataDirectory);
  const { privateKey } = generateKeyPairSync('ed25519');
  await createOnce(file, String(privateKey.export({ format: 'pem', type: 'pkcs8' })));
  return readKey(file, await readFile(file, 'utf8'));
}

/** @returns null before the first checkpoint */
export async function findCheckpointKey(dataDirectory: string): Promise<KeyObject | null> {
  const file = fileIn(dataDirectory);
  const content = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return null;
  });
  return content === null ? null : readKey(file, content);
}

const fileIn = (dataDirectory: string): string => path.join(dataDirectory, 'checkpoint-key.pem');

function readKey(file: string, content: string): KeyObject {
  try {
    const key = createPrivateKey(content);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // said below, without what the file holds
  }
  throw new Error(`${file} holds no whole Ed25519 key; put it back from its copy, or remove it and another is made`);
}
