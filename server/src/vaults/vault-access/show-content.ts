// The content for a recipient who has passed every step: the message, and file links that are valid for 15 minutes.
// A part that cannot be opened does not withhold the rest.
import type { AccessibleFile, AccessibleVault } from '@remembrance/contract/access-state.ts';
import type { FileType } from '@remembrance/contract/files.ts';
import { listReleasedFiles } from '../../files/stored/file-store.ts';
import { openWhatCan } from '../../files/stored/file-words.ts';
import { copyLink, downloadLink } from '../../files/upload/link-rules.ts';
import { ownerName } from '../../people/users/owner-name.ts';
import { type LinkNeeds, type OpenLink, readVaultMessage, textsOf } from './open-link.ts';

export interface Content {
  vault: AccessibleVault;
  files: AccessibleFile[];
  everythingUrl: string;
}

export async function showContent(needs: LinkNeeds, link: OpenLink, origin: string): Promise<Content> {
  const texts = await textsOf(needs, link);
  const now = needs.clock.now();
  const files = await listReleasedFiles(needs.database, link.vault.id);
  return {
    vault: {
      id: link.vault.id,
      title: link.vault.title,
      ...readVaultMessage(texts, link.vault),
      ownerName: ownerName(link.owner),
      recipientName: link.vault.recipientName,
      writtenAt: link.vault.messageWrittenAt.toISOString(),
    },
    files: files.map((file) => ({
      ...openWhatCan(texts, file),
      fileType: file.fileType as FileType,
      isDamaged: file.damagedAt !== null,
      downloadUrl: origin + downloadLink(needs.keyring, file.id, link.id, now),
    })),
    everythingUrl: origin + copyLink(needs.keyring, link.id, now),
  };
}
