// Reads the configuration, starts the service, says where it is, and stops it when asked to. How it ends tells who runs
// it whether to start it again: 0 it was asked to, 1 a person has to change something, anything else will pass.
import { pino } from 'pino';
import { noteRefusedStart } from './audit/refused-starts.ts';
import { readConfig } from './config.ts';
import { describeFault } from './http/problem-reply.ts';
import { isDatabaseAway } from './lib/database-unavailable.ts';
import { StartRefused } from './lib/start-refused.ts';
import { explainFailedStart, startLines } from './start-lines.ts';

/** The words of sysexits.h for these two are EX_SOFTWARE and EX_TEMPFAIL. */
const crashed = 70;
const databaseAway = 75;

try {
  const config = readConfig();
  const log = pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime });
  process.on('uncaughtException', (error) => {
    log.fatal({ error: describeFault(error) }, 'the service ends, and should be started again');
    process.exit(crashed);
  });
  // Only now: what is wrong with the settings is said before everything else is loaded.
  const { startService } = await import('./start-service.ts');
  const service = await startService(config, log);
  process.stdout.write(`${startLines(config, service.services.isDatabaseOwner).join('\n')}\n`);
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await service.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());
} catch (error) {
  const line = explainFailedStart(error);
  if (error instanceof StartRefused) noteRefusedStart(process.env.DATA_DIR ?? './data', { line, at: new Date() });
  process.stderr.write(`${line}\n`);
  process.exit(isDatabaseAway(error) ? databaseAway : 1);
}
