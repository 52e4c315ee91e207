// “This is not for me”: closes the link and emails the owner and the executors, who can have a new one sent. The number of closings of a
// vault is limited, so that nobody who gets its links by mistake withholds it from its recipient.
import { codePath } from '@remembrance/contract/executor-card.ts';
import { linkClosings } from '@remembrance/contract/limits.ts';
import { type QueueLetterNeeds, queueLetter } from '../../letters/ledger/queue-letter.ts';
import { toEachMailbox } from '../../letters/ledger/to-each-mailbox.ts';
import { greetingName, ownerName } from '../../people/users/owner-name.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { listExecutors } from '../executors/executor-store.ts';
import { closeLinkOnce, countClosedLinks, isVaultOpened } from '../recipients/link-choice-store.ts';
import { lockReleasedVault } from '../vault/vault-store.ts';
import { type LinkNeeds, openLink } from './open-link.ts';

type Needs = LinkNeeds & QueueLetterNeeds & { publicUrl: string };

/** @returns whether the link is closed now. @throws {Refusal} link-not-found, link-expired, link-closed */
export async function closeLink(needs: Needs, token: string): Promise<{ closed: boolean }> {
  const link = await openLink(needs, token);
  const now = needs.clock.now();
  const vaultId = link.vault.id;
  return needs.database.transaction(async (tx) => {
    const locked = (await lockReleasedVault(tx, vaultId)) ?? refuse('link-not-found');
    const mayClose = (await countClosedLinks(tx, vaultId)) < linkClosings && !(await isVaultOpened(tx, vaultId));
    if (mayClose && !(await closeLinkOnce(tx, link.id, now))) refuse('link-closed'); // another press was first
    await notify(needs, tx, { ...locked, linkId: link.id, isClosed: mayClose });
    const event = mayClose ? 'link-closed' : 'link-reported';
    await recordAct(needs, tx, { vaultId, userId: locked.owner.id, actor: 'recipient', event });
    return { closed: mayClose };
  });
}

type Disowned = NonNullable<Awaited<ReturnType<typeof lockReleasedVault>>> & { linkId: string; isClosed: boolean };

/** Once for each link, however often it is pressed. */
async function notify(needs: Needs, tx: Transaction, { vault, owner, linkId, isClosed }: Disowned): Promise<void> {
  const { recipientName, recipientEmail, title: vaultTitle } = vault;
  const executors = (await listExecutors(tx, vault.id)).map((executor) => ({ ...executor, called: executor.name }));
  const theOwner = { id: owner.id, called: greetingName(owner), name: ownerName(owner), email: owner.email };
  const link = `${needs.publicUrl}/send-again`;
  for (const one of [theOwner, ...executors]) {
    // Somebody said that the email is not for them, so the executor is asked (`isAskingExecutors`).
    const isOwner = one.id === owner.id;
    const correctAt = vault.followUp && !isOwner ? `${needs.publicUrl}${codePath}` : null;
    const undoAt = isClosed && isOwner ? { undoAt: `${needs.publicUrl}/vault/${vault.id}` } : {};
    const about = { recipientName, recipientEmail, vaultTitle, isClosed, link, correctAt };
    const facts = { name: one.called, ...about, ...undoAt };
    const content = { kind: 'link-disowned' as const, facts };
    const onceKey = `link-disowned/${linkId}/${one.id}`;
    await queueLetter(needs, tx, ...toEachMailbox(one, { vaultId: vault.id, onceKey, content }));
  }
}
