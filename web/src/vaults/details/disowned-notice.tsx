// What an owner can do after the reader of our email has said that it is not for them.
import { emailStatus } from '@remembrance/contract/email-status.ts';
import type { Vault } from '@remembrance/contract/vaults.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

export function DisownedNotice({ vault: { invitation, correction } }: { vault: Vault }) {
  if (!invitation || emailStatus(invitation) !== 'disowned' || correction?.state === 'waiting') return null;
  return (
    <Notice
      variant="danger"
      title="The reader of our email said that it is not for them"
      action={<ButtonLink to="/send-again">Send a new link</ButtonLink>}
    >
      If the address of your recipient is right, we can send a new link to it. If it is wrong, you can undo the release,
      change the address, and have the vault released again.
    </Notice>
  );
}
