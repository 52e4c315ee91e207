// The log, on standard output: a line of JSON for each event. What is logged in one turn of the event loop leaves in one system call
// at its end; a warning or worse leaves at once, after what came before it, and nothing stays behind when the process exits. Only a
// kill from outside can lose lines, those of its turn.
import { type Logger, pino } from 'pino';
import { systemClock } from '../platform/lib/clock.ts';

const { warn: warning = 0 } = pino.levels.values;

let stampedAt = 0;
let stamp = '';
/** As pino's own, which would make the text again for each line of a millisecond. */
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
    [Symbol.for('pino.metadata')]: true, // has pino set the level of each line
    lastLevel: 0,
    write(line: string) {
      if (!lines) setImmediate(write);
      lines += line;
      if (this.lastLevel >= warning) write();
    },
  };
  return pino({ level, base: null, timestamp: isoTime }, gather);
}
