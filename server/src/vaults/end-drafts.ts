// Drafts that nobody pays for do not stay for ever: after 30 days without a change they end, and their owner is written to
// 7 days before. A change or a payment in between saves them. No draft ends without its letter, however long the service was down.
import { draftDays, draftNoticeDays } from '@remembrance/contract/limits.ts';
import { recordAudit } from '../audit/audit-store.ts';
import type { Database } from '../database/open-database.ts';
import { forgetObjectsOf } from '../files/file-store.ts';
import type { ObjectStorage } from '../files/object-storage.ts';
import { type QueueLetterNeeds, queueLetter } from '../letters/queue-letter.ts';
import { daysLater } from '../lib/clock.ts';
import { ownerName } from '../users/owner-name.ts';
import { listEndingDrafts, listUnnoticedDrafts, lockEndingDraft, noticeDraft } from './draft-store.ts';
import { deleteDraft } from './vault-store.ts';

interface Needs extends QueueLetterNeeds {
  database: Database;
  storage: ObjectStorage;
  publicUrl: string;
}

export async function endDrafts(needs: Needs): Promise<void> {
  await noticeDrafts(needs);
  const noticedBefore = daysLater(needs.clock.now(), -draftNoticeDays);
  for (const draft of await listEndingDrafts(needs.database, noticedBefore)) {
    const objects = await endDraft(needs, { ...draft, noticedBefore });
    // What fails here is an object without a row, and the sweep's to remove.
    await Promise.allSettled(objects.map((path) => needs.storage.remove(path)));
  }
}

async function noticeDrafts(needs: Needs): Promise<void> {
  const now = needs.clock.now();
  const untouchedSince = daysLater(now, draftNoticeDays - draftDays);
  for (const { vault, owner } of await listUnnoticedDrafts(needs.database, untouchedSince)) {
    await needs.database.transaction(async (tx) => {
      if (!(await noticeDraft(tx, { vaultId: vault.id, untouchedSince, now }))) return;
      await queueLetter(needs, tx, {
        to: { name: ownerName(owner), email: owner.email },
        vaultId: vault.id,
        userId: owner.id,
        content: {
          kind: 'draft-ending',
          facts: {
            ownerName: ownerName(owner),
            vaultTitle: vault.title,
            endsAt: daysLater(now, draftNoticeDays).toISOString(),
            link: `${needs.publicUrl}/vault/${vault.id}`,
          },
        },
      });
    });
  }
}

interface EndingDraft {
  id: string;
  creatorId: string;
  noticedBefore: Date;
}

/** @returns the objects that are left to remove. */
function endDraft(needs: Needs, { id: vaultId, creatorId, noticedBefore }: EndingDraft): Promise<string[]> {
  return needs.database.transaction(async (tx) => {
    if (!(await lockEndingDraft(tx, vaultId, noticedBefore))) return [];
    const objects = await forgetObjectsOf(tx, vaultId);
    await deleteDraft(tx, creatorId, vaultId);
    const detail = { files: objects.length };
    await recordAudit(needs, tx, { vaultId, userId: creatorId, actor: 'service', event: 'draft-ended', detail });
    return objects;
  });
}
