// Opens a stored file for sending. Damage is reported, and no changed byte is sent.
import type { Readable } from 'node:stream';
import { refuse } from '../../platform/lib/refusal.ts';
import { FileDamaged, type ReadingNeeds, readVerified, type StoredFile } from '../storage/read-verified.ts';
import { type ReportDamageNeeds, reportDamage, verifyFile } from './file-verification.ts';

export interface OpenFileNeeds extends ReportDamageNeeds, ReadingNeeds {
  reportFailure: (what: string, error: unknown) => void;
}
type FoundFile = StoredFile & { damagedAt: Date | null };

/**
 * A file that was marked as damaged may have been restored, so it is read completely before any byte is sent.
 * @throws {Refusal} file-damaged. Damage later in the file fails the stream with FileDamaged.
 */
export async function openFile(
  needs: OpenFileNeeds,
  file: FoundFile,
  part: { first: number; last: number },
): Promise<Readable> {
  try {
    if (file.damagedAt && !(await verifyFile(needs, file))) refuse('file-damaged');
    const bytes = await readVerified(needs, file, part);
    bytes.once('error', (error) => {
      // The connection closes before the damaged part. The page shows the reason when it is loaded again.
      if (error instanceof FileDamaged)
        reportDamage(needs, file).catch((fault) => needs.reportFailure('damage', fault));
    });
    return bytes;
  } catch (error) {
    if (!(error instanceof FileDamaged)) throw error;
    await reportDamage(needs, file);
    refuse('file-damaged');
  }
}
