// What `npm run verify` does: reads the journal, every text and every file, and says what is missing, changed, unreadable or orphaned.
import { type Verification, verifyFiles } from '../../files/stored/file-verification.ts';
import {
  type CheckpointVerification,
  reportBroken,
  verifyCheckpoints,
} from '../../operations/transparency/verify-checkpoints.ts';
import { vaultFiles, vaults } from '../../platform/database/schema.ts';
import type { Services } from '../../services.ts';
import { type TextVerification, verifyTexts } from '../../vaults/vault-verification.ts';
import type { Answer } from '../run/command-line.ts';
import type { Report } from '../run/progress.ts';

export async function verifyEverything(services: Services, report: Report): Promise<Answer> {
  const { database } = services;
  report('reading the journal');
  const records = await verifyCheckpoints(services);
  const { findings } = records;
  if (findings.length > 0) await reportBroken(services, findings);
  const [vaultCount, fileCount] = [await database.$count(vaults), await database.$count(vaultFiles)];
  const onVault = (done: number) => report('vaults opened', done, vaultCount);
  const texts = await verifyTexts({ ...services, onVault });
  const onFile = (done: number) => report('files read back', done, fileCount);
  const files = await verifyFiles({ ...services, onFile });
  if (findings.length + texts.unreadable.length + files.damaged.length + files.orphans.length > 0) process.exitCode = 1;
  return {
    text: [...reportRecords(records), ...reportTexts(texts), ...reportFiles(files)].join('\n'),
    facts: {
      record: { lines: records.lines, acts: records.acts.size, findings, newestCheckpoint: records.newest },
      texts,
      files,
    },
  };
}

function reportRecords({ lines, acts, findings, newest }: CheckpointVerification): string[] {
  return [
    `${lines} lines of the journal with ${acts.size} acts were read; ${findings.length === 0 ? 'everything is intact' : `findings: ${findings.length}`}.`,
    newest
      ? `The newest checkpoint is from ${newest.at}, at position ${newest.position} with the digest ${newest.digest}.`
      : 'There is no checkpoint yet. The running service creates one each day.',
    ...findings.map((what) => `record: ${what}`),
  ];
}

function reportTexts({ vaults, opened, unreadable }: TextVerification): string[] {
  return [
    `${vaults} vaults: ${opened} sealed texts were opened, and ${unreadable.length} cannot be opened.`,
    ...unreadable.map((what) => `cannot be opened: ${what}`),
  ];
}

function reportFiles({ files, bytes, damaged, orphans, reported, notScanned }: Verification): string[] {
  return [
    `${files} files (${Math.round(bytes / 1024 ** 2)} MB) were read; ${files - damaged.length} are intact.`,
    ...damaged.map(
      ({ id, object, isMissing }) => `${isMissing ? 'missing' : 'damaged'}: file ${id}, stored at ${object}`,
    ),
    ...orphans.map((path) => `the object ${path} belongs to no file; the service removes it after a day`),
    ...reported.map(({ id, finding }) => `reported by the virus scanner: file ${id}, ${finding}; its owner sees this`),
    ...(notScanned > 0 ? [`${notScanned} files were not scanned for viruses, or only in part.`] : []),
  ];
}
