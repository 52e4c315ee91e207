// Reads the configuration, starts the service, says where it is, and stops it when asked to.
import { pino } from 'pino';
import { readConfig } from './config.ts';
import { explainFailedStart, startLines } from './start-lines.ts';
import { startService } from './start-service.ts';

try {
  const config = readConfig();
  const log = pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime });
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
  process.stderr.write(`${explainFailedStart(error)}\n`);
  process.exit(1);
}
