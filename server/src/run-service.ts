// Reads the configuration, starts the service as soon as everything it needs is available, prints its address, and stops it on a signal.
// The exit code says whether to restart it: 0 stopped on request, 1 needs a person, anything else is temporary.
import { describeFault } from './http/problem-reply.ts';
import { systemClock } from './platform/lib/clock.ts';
import { shrinkHeap } from './platform/lib/shrink-heap.ts';
import { StartRefused } from './platform/lib/start-refused.ts';
import { noteRefusedStart } from './records/acts/refused-starts.ts';
import { readConfig } from './settings/config.ts';
import { explainFailedStart, startWhenPossible } from './start/explain-fault.ts';
import { openLog, sayAtStart } from './start/open-log.ts';
import { startLines, startMessages } from './start/start-lines.ts';

/** EX_SOFTWARE of sysexits.h. */
const crashed = 70;
/** Callers who waited for the start have been answered by then. */
const shrinkAfterMilliseconds = 5000;

try {
  const config = readConfig();
  const log = openLog(config.logLevel);
  process.removeAllListeners('warning'); // Node.js would print it as plain text
  process.on('warning', ({ name, message }) => log.error({ warning: name }, message));
  process.on('uncaughtException', (error) => {
    log.fatal({ error: describeFault(error) }, 'the service crashed and should be restarted');
    process.exit(crashed);
  });
  // Imported here, so that wrong settings are reported before everything else is loaded.
  const { startService } = await import('./start-service.ts');
  const { hasLaggingStandby, readServerVersion } = await import('./platform/database/server-facts.ts');
  const say = (line: string) => sayAtStart(process.stderr, 'warn', [line]);
  const service = await startWhenPossible(() => startService(config, log), { say });
  const { isDatabaseOwner, database, postgresPrograms: programs } = service.services;
  const postgres = await readServerVersion(database);
  const facts = { isDatabaseOwner, postgres, programs, hasLaggingStandby: await hasLaggingStandby(database) };
  const lines = startLines(config, facts);
  sayAtStart(process.stdout, 'info', process.stdout.isTTY ? lines : startMessages(lines));
  setTimeout(shrinkHeap, shrinkAfterMilliseconds).unref();
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await service.stop();
    process.exit(0);
  };
  process.on('SIGUSR1', () => {}); // otherwise it opens Node's debugger to everybody on this machine
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());
} catch (error) {
  const line = explainFailedStart(error);
  if (error instanceof StartRefused)
    noteRefusedStart(process.env.DATA_DIR ?? './data', { line, at: systemClock.now() });
  sayAtStart(process.stderr, 'fatal', error instanceof StartRefused ? line.split('\n') : [line]);
  process.exit(1);
}
