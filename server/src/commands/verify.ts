// `npm run verify`: reads every stored file back, and prints what is missing, changed, unreadable or left over. Ends with 1 if there is
// anything. Runs whether or not the service does.
import { pino } from 'pino';
import { readConfig } from '../config.ts';
import { type Verification, verifyFiles } from '../files/verify-files.ts';
import { StartRefused } from '../lib/start-refused.ts';
import { createServices } from '../services.ts';

try {
  const services = await createServices(readConfig(), pino({ level: 'error' }));
  try {
    await services.queue.start();
    const found = await verifyFiles(services);
    process.stdout.write(report(found));
    if (found.damaged.length + found.orphans.length > 0) process.exitCode = 1;
  } finally {
    await services.queue.stop();
    await services.sandbox?.stop();
    await services.mailer.close?.();
    await services.closeDatabase();
  }
} catch (error) {
  if (!(error instanceof StartRefused)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

function report({ files, bytes, damaged, orphans }: Verification): string {
  const lines = [
    `${files} files with ${Math.round(bytes / 1024 ** 2)} MB were read back; ${files - damaged.length} are as they were sent.`,
    ...damaged.map((id) => `damaged: file ${id}`),
    ...orphans.map((path) => `no row names the object ${path}; the service removes it after a day`),
  ];
  return `${lines.join('\n')}\n`;
}
