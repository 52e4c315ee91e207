// Finds files left behind by kills, after the service has had the chance to sweep them.
import { readdirSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { createS3Storage, type S3Settings } from '@remembrance/server/files/s3-storage.ts';
import type { ServerHome, ServerProcess } from '../support/server-process.ts';
import type { World } from './world.ts';

const twoDaysSeconds = 2 * 86_400;
const draft = '.tmp';

/** @param server whose clock can be moved: the periodic jobs run two days later. */
export async function findLeftovers(
  { home, bucket }: World,
  server: ServerProcess,
  filesListed: number,
): Promise<string[]> {
  makeOld(filesOf(home.dataDirectory).filter((file) => file.endsWith(draft)));
  await server.sendMessage({ moveClockSeconds: twoDaysSeconds }, 'movedTo');
  await server.stop();

  const drafts = filesOf(home.dataDirectory).filter((file) => file.endsWith(draft));
  const objects = bucket ? await objectsIn(bucket) : objectsOf(home);
  return [
    ...drafts.map((file) => `${path.relative(home.dataDirectory, file)} was left behind`),
    ...(objects.length === filesListed ? [] : [`${objects.length} objects are stored for ${filesListed} files`]),
  ];
}

async function objectsIn(bucket: S3Settings): Promise<string[]> {
  const paths: string[] = [];
  const late = new Date(Date.now() + twoDaysSeconds * 1000);
  for await (const object of createS3Storage(bucket).listBefore(late)) paths.push(object);
  return paths;
}

const objectsOf = ({ dataDirectory }: ServerHome): string[] =>
  filesOf(dataDirectory).filter(
    (file) => file.startsWith(path.join(dataDirectory, 'objects')) && !file.endsWith(draft),
  );

/** Every file but the database's own. */
const filesOf = (dataDirectory: string): string[] =>
  readdirSync(dataDirectory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !file.startsWith(path.join(dataDirectory, 'postgres')));

// Drafts are judged by the machine's clock, which stays where it is.
function makeOld(files: string[]): void {
  const then = Date.now() / 1000 - twoDaysSeconds;
  for (const file of files) utimesSync(file, then, then);
}
