// The log, on standard output: a JSON line for each event. Lines logged in one turn of the event loop are written in one system call
// at its end; a warning or worse is written immediately, after the previous lines, and nothing is lost when the process exits. Only an
// external kill can lose the lines of its turn.
import { type Logger, pino } from 'pino';
import { systemClock } from '../platform/lib/clock.ts';

const { warn: warning = 0 } = pino.levels.values;

let stampedAt = 0;
let stamp = '';
/** Caches the text, which pino's own function would rebuild for each line of a millisecond. */
function isoTime(): string {
  const now = systemClock.now().getTime();
  if (now !== stampedAt) stamp = `,"time":"${new Date(now).toISOString()}"`;
  stampedAt = now;
  return stamp;
}

export function openLog(level: string): Logger {
  const output = pino.destination({ dest: 1, sync: true });
  let lines = '';
  const write = () => {
    const gathered = lines;
    lines = '';
    if (gathered) output.write(gathered);
  };
  process.on('exit', write);
  const gather = {
    [Symbol.for('pino.metadata')]: true, // makes pino set each line's level
    lastLevel: 0,
    write(line: string) {
      if (!lines) setImmediate(write);
      lines += line;
      if (this.lastLevel >= warning) write();
    },
  };
  return pino({ level, base: null, timestamp: isoTime }, gather);
}
