// `npm run verify`: reads every stored file back, and prints what is missing, changed, unreadable or left over. Ends with 1 if there is
// anything. Runs whether or not the service does.
import { type Verification, verifyFiles } from '../files/verify-files.ts';
import { runWithServices } from './run-with-services.ts';

await runWithServices(() => async (services) => {
  const found = await verifyFiles(services);
  if (found.damaged.length + found.orphans.length > 0) process.exitCode = 1;
  return report(found);
});

function report({ files, bytes, damaged, orphans }: Verification): string {
  return [
    `${files} files with ${Math.round(bytes / 1024 ** 2)} MB were read back; ${files - damaged.length} are as they were sent.`,
    ...damaged.map((id) => `damaged: file ${id}`),
    ...orphans.map((path) => `no row names the object ${path}; the service removes it after a day`),
  ].join('\n');
}
