// `npm run verify`: opens every sealed text, reads every stored file back, and prints what is missing, changed, unreadable or left over.
// Ends with 1 if there is anything. Runs whether or not the service does.
import { type Verification, verifyFiles } from '../files/verify-files.ts';
import { type TextVerification, verifyTexts } from '../vaults/verify-texts.ts';
import { runWithServices } from './run-with-services.ts';

await runWithServices(() => async (services) => {
  const texts = await verifyTexts(services);
  const files = await verifyFiles(services);
  if (texts.unreadable.length + files.damaged.length + files.orphans.length > 0) process.exitCode = 1;
  return [...reportTexts(texts), ...reportFiles(files)].join('\n');
});

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
