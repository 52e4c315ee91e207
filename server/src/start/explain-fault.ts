// Explains a fault at a start or in a command by what to do, even if a library hid the cause.
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { KeyServiceUnavailable, KeyUnavailable } from '../keys/master/master-keys.ts';
import { BucketUnavailable } from '../platform/lib/bucket-unavailable.ts';
import { causesOf, hasNoRoom } from '../platform/lib/causes.ts';
import { DatabaseUnavailable, isDatabaseAway } from '../platform/lib/database-unavailable.ts';
import { Refusal } from '../platform/lib/refusal.ts';
import { StartRefused } from '../platform/lib/start-refused.ts';

/** Their messages are for the operator. */
const spoken = [StartRefused, DatabaseUnavailable, BucketUnavailable, KeyServiceUnavailable, KeyUnavailable, Refusal];

/** Whether a later try may succeed without a changed setting. */
export const isPassing = (error: unknown): boolean =>
  isDatabaseAway(error) || hasNoRoom(error) || isPortTaken(error) || error instanceof BucketUnavailable;

/** At a restart another program may still hold the port for a moment. */
const isPortTaken = (error: unknown): boolean => causesOf(error).some(({ code }) => code === 'EADDRINUSE');

/** A known fault as a sentence that says what to do; undefined for any other. */
export function explainFault(error: unknown): string | undefined {
  if (hasNoRoom(error)) return 'There is no space left on the disk; free some space.';
  for (const fault of causesOf(error)) {
    const line = explainOne(fault);
    if (line) return line;
  }
  return isDatabaseAway(error) ? 'The database does not answer.' : undefined;
}

/** Explains a fault at a start in the same way; any other fault is printed with its stack trace. */
export const explainFailedStart = (error: unknown): string =>
  explainFault(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error));

function explainOne(fault: ReturnType<typeof causesOf>[number]): string | undefined {
  const { message, code = '', path, syscall } = fault;
  if (spoken.some((kind) => fault instanceof kind)) return message;
  if (/unsupported startup parameter/.test(message))
    return 'DATABASE_URL points to a pooler; set DATABASE_DIRECT_URL to the server behind it (docs/guide/database.md).';
  if (fault instanceof pg.DatabaseError && code === '42501')
    return `The role of DATABASE_URL lacks a right (${message}); start once with DATABASE_OWNER_URL, which grants it.`;
  const { PORT = 3000, METRICS_PORT } = process.env;
  const { port = PORT } = fault as { port?: number };
  const setting = METRICS_PORT === String(port) ? 'METRICS_PORT' : 'PORT';
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use; stop the program that uses it, or set ${setting} to another port.`;
  if (syscall === 'listen' && code === 'EACCES')
    return `This user may not use port ${port}; set ${setting} to a port above 1023.`;
  if (path && code === 'EROFS')
    return `${path} is on a disk that is mounted read-only; mount it for writing, or name a place on another disk.`;
  if (path && ['EACCES', 'EPERM'].includes(code))
    return `This user may not use ${path} (${code}); run this as the user of the service.`;
  return undefined;
}

const pauseMilliseconds = 2000;

interface Wait {
  say: (line: string) => void;
  /** Tests set a shorter time. */
  pause?: () => Promise<unknown>;
}

/**
 * Starts the service. While something it needs is unavailable, such as the database, it waits, and reports the reason once.
 * @throws any fault that is not temporary
 */
export async function startWhenPossible<Started>(
  start: () => Promise<Started>,
  { say, pause = () => delay(pauseMilliseconds) }: Wait,
): Promise<Started> {
  for (let said = ''; ; await pause()) {
    try {
      return await start();
    } catch (error) {
      if (!isPassing(error)) throw error;
      const line = `${explainFault(error)} The start waits for it.`;
      if (line !== said) say(line);
      said = line;
    }
  }
}
