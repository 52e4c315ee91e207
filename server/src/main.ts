// Reads the configuration, starts the service, says where it is, and stops it when asked to.
import { pino } from 'pino';
import { ConfigError, readConfig } from './config.ts';
import { startService } from './start-service.ts';

try {
  const config = readConfig();
  const log = pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime });
  const service = await startService(config, log);
  process.stdout.write(`${startLines(config).join('\n')}\n`);
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await service.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}

function startLines(config: ReturnType<typeof readConfig>): string[] {
  return [
    '',
    `${config.productName} is ready: ${config.publicUrl}`,
    config.devMailbox ? `  letters    kept, not sent; read them at ${config.publicUrl}/dev/mail` : '',
    !config.devMailbox && !config.mail.smtpUrl ? `  letters    kept, not sent, in ${config.dataDirectory}/letters` : '',
    config.mail.smtpUrl ? '  letters    sent by the mail server' : '',
    `  payments   ${config.stripe ? 'by the card processor' : 'test mode: no card is charged'}`,
    `  database   ${config.database.embedded ? `embedded, in ${config.dataDirectory}` : 'the server of DATABASE_URL'}`,
    '',
  ].filter((line, i) => line !== '' || i === 0);
}

// What a person can act on, in a sentence; anything else with its trace.
function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return `Port ${process.env.PORT ?? 3000} is taken; stop what runs there or set PORT to another.`;
  if (code === 'EACCES')
    return `Port ${process.env.PORT ?? 3000} may not be used by this user; set PORT to one above 1023.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
