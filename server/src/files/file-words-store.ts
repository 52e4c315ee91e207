// The statement that seals the words of a file from before words were sealed.
import { and, eq } from 'drizzle-orm';
import { vaultFiles } from '../database/schema.ts';
import type { DatabaseOrTransaction } from '../database/transaction.ts';
import type { FileWords, StoredWords } from './file-words.ts';

/** Does nothing where the words were changed or sealed since they were read. */
export async function sealStoredWords(
  database: DatabaseOrTransaction,
  { id, fileName, caption, transcript }: FileWords & { id: string },
  sealed: StoredWords,
): Promise<void> {
  const isAsRead = [
    eq(vaultFiles.fileName, fileName),
    eq(vaultFiles.caption, caption),
    eq(vaultFiles.transcript, transcript),
  ];
  await database
    .update(vaultFiles)
    .set(sealed)
    .where(and(eq(vaultFiles.id, id), eq(vaultFiles.isSealed, false), ...isAsRead));
}
