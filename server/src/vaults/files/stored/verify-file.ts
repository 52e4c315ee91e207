// Reads one stored file back: every byte is read, decrypted and verified. A failure is reported to the operator.

import { FileDamaged, type ReadingNeeds, readVerified, type StoredFile } from '../storage/read-verified.ts';
import { setVerifiedAt } from './file-integrity-store.ts';
import { type ReportDamageNeeds, reportDamage } from './report-damage.ts';

export type VerifyFileNeeds = ReportDamageNeeds & ReadingNeeds;

/**
 * @param look receives every intact chunk up to the end or the first damage
 * @returns whether the file is as it was uploaded
 */
export async function verifyFile(
  needs: VerifyFileNeeds,
  file: StoredFile,
  look: (piece: Buffer) => void = () => {},
): Promise<boolean> {
  try {
    const bytes = await readVerified(needs, file, { first: 0, last: file.sizeBytes - 1 });
    for await (const piece of bytes as AsyncIterable<Buffer>) look(piece);
  } catch (error) {
    if (!(error instanceof FileDamaged)) throw error;
    await reportDamage(needs, file);
    return false;
  }
  await setVerifiedAt(needs.database, file.id, needs.clock.now());
  return true;
}
