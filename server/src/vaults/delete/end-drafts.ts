// Deletes unpaid drafts 30 days after their last change. Their owner is notified 7 days before, and a change or a
// payment saves them. No draft is deleted without that letter, however long the service was down.
import { draftDays, draftNoticeDays } from '@remembrance/contract/limits.ts';
import type { ObjectStorage } from '../../files/storage/object-storage.ts';
import { unregisterObjectsOf } from '../../files/stored/file-store.ts';
import type { QueueLetterNeeds } from '../../letters/ledger/queue-letter.ts';
import { greetingName } from '../../people/users/owner-name.ts';
import { writeToUser } from '../../people/users/write-to-user.ts';
import type { Database } from '../../platform/database/transaction.ts';
import { daysLater } from '../../platform/lib/clock.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import {
  deleteDraft,
  listEndingDrafts,
  listUnnotifiedDrafts,
  lockEndingDraft,
  markDraftNotified,
} from '../vault/delete-store.ts';

interface Needs extends QueueLetterNeeds {
  database: Database;
  storage: ObjectStorage;
  publicUrl: string;
}

export async function endDrafts(needs: Needs, signal?: AbortSignal): Promise<void> {
  await notifyDraftOwners(needs, signal);
  const notifiedBefore = daysLater(needs.clock.now(), -draftNoticeDays);
  for (const draft of await listEndingDrafts(needs.database, notifiedBefore)) {
    if (signal?.aborted) return;
    const objects = await endDraft(needs, { ...draft, notifiedBefore });
    // If this fails, the object no longer has a row, and the sweep removes it.
    await Promise.allSettled(objects.map((path) => needs.storage.remove(path)));
  }
}

async function notifyDraftOwners(needs: Needs, signal?: AbortSignal): Promise<void> {
  const now = needs.clock.now();
  const untouchedSince = daysLater(now, draftNoticeDays - draftDays);
  for (const { vault, owner } of await listUnnotifiedDrafts(needs.database, untouchedSince)) {
    if (signal?.aborted) return;
    await needs.database.transaction(async (tx) => {
      if (!(await markDraftNotified(tx, { vaultId: vault.id, untouchedSince, now }))) return;
      const facts = {
        firstName: greetingName(owner),
        vaultTitle: vault.title,
        endsAt: daysLater(now, draftNoticeDays).toISOString(),
        link: `${needs.publicUrl}/vault/${vault.id}`,
      };
      await writeToUser(needs, tx, owner, { kind: 'draft-ending', facts, vaultId: vault.id });
    });
  }
}

interface EndingDraft {
  id: string;
  creatorId: string;
  notifiedBefore: Date;
}

/** @returns the objects to remove */
function endDraft(needs: Needs, { id: vaultId, creatorId, notifiedBefore }: EndingDraft): Promise<string[]> {
  return needs.database.transaction(async (tx) => {
    if (!(await lockEndingDraft(tx, vaultId, notifiedBefore))) return [];
    const objects = await unregisterObjectsOf(tx, vaultId);
    await deleteDraft(tx, creatorId, vaultId);
    const detail = { files: objects.length };
    await recordAct(needs, tx, { vaultId, userId: creatorId, actor: 'service', event: 'draft-ended', detail });
    return objects;
  });
}
