// The log: a JSON line for each event on standard output, with the lines of a start among them, and readable lines on a terminal. Lines
// logged in one turn of the event loop are written in one system call at its end; a warning or worse is written immediately, after the
// previous lines, and nothing is lost when the process exits. Only an external kill can lose the lines of its turn.
import { type Level, type Logger, pino } from 'pino';
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

/** A collector's words for the levels, instead of pino's numbers. */
const settings = { base: null, timestamp: isoTime, formatters: { level: (level: string) => ({ level }) } };

export function openLog(level: string): Logger {
  const output = pino.destination({ dest: 1, sync: true });
  const shown = process.stdout.isTTY ? readable : (line: string) => line;
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
      lines += shown(line);
      if (this.lastLevel >= warning) write();
    },
  };
  return pino({ level, ...settings }, gather);
}

/** Writes lines of a start, whatever LOG_LEVEL is: plain on a terminal, and otherwise in the format of the log. */
export function sayAtStart(output: NodeJS.WriteStream, level: Level, lines: readonly string[]): void {
  if (output.isTTY) return void output.write(`${lines.join('\n')}\n`);
  let text = '';
  const log = pino(settings, { write: (line) => (text += line) });
  for (const line of lines) log[level](line);
  output.write(text);
}

/** The time, the level, the message and the other facts of a line. */
export function readable(line: string): string {
  const { time = '', level = '', msg = '', error, ...facts } = JSON.parse(line);
  const words = Object.entries(facts)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`);
  const stack = error ? [`\n  ${String(error.stack ?? error.message ?? error.name).replaceAll('\n', '\n  ')}`] : [];
  return `${[time.slice(11, 19), level.padEnd(5), msg, ...words, ...stack].join(' ')}\n`;
}
