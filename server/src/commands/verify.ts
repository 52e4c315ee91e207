// `npm run verify`: opens every sealed text, reads every stored file back, and prints what is missing, changed, unreadable or left over. Ends with 1 if there is
// anything. Runs whether or not the service does.
import { pino } from 'pino';
import { readConfig } from '../config.ts';
import { type Verification, verifyFiles } from '../files/verify-files.ts';
import { StartRefused } from '../lib/start-refused.ts';
import { createServices } from '../services.ts';
import { type TextVerification, verifyTexts } from '../vaults/verify-texts.ts';

try {
  const services = await createServices(readConfig(), pino({ level: 'error' }));
  try {
    await services.queue.start();
    const texts = await verifyTexts(services);
    const files = await verifyFiles(services);
    process.stdout.write(`${[...reportTexts(texts), ...reportFiles(files)].join('\n')}\n`);
    if (texts.unreadable.length + files.damaged.length + files.orphans.length > 0) process.exitCode = 1;
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

function reportTexts({ vaults, opened, unreadable, unsealed }: TextVerification): string[] {
  return [
    `${vaults} vaults: ${opened} of their sealed texts were opened, ${unreadable.length} cannot be.`,
    ...unreadable.map((what) => `cannot be opened: ${what}`),
    ...(unsealed > 0
      ? [`${unsealed} texts and files from before are not encrypted yet; the service goes on with it.`]
      : []),
  ];
}

function reportFiles({ files, bytes, damaged, orphans }: Verification): string[] {
  return [
    `${files} files with ${Math.round(bytes / 1024 ** 2)} MB were read back; ${files - damaged.length} are as they were sent.`,
    ...damaged.map((id) => `damaged: file ${id}`),
    ...orphans.map((path) => `no row names the object ${path}; the service removes it after a day`),
  ];
}
