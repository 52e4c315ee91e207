// The first proof: the recipient's email address. A wrong one counts against the network's rate limit, never against the
// vault: the address is not a secret, and nobody should be able to close a vault with it.
import { newLinkToken } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { isSameEmail } from '../recipients/answer-rules.ts';
import { markLinkVerified } from '../recipients/link-store.ts';
import { holdLink, type LinkNeeds, listQuestionTexts, openLink, type Visit } from './open-link.ts';
import type { RecipientSession } from './recipient-session.ts';

export async function verifyEmail(needs: LinkNeeds, { token, sessionOf, email }: Visit & { email: string }) {
  const { database } = needs;
  const link = await openLink(needs, token);
  const act = { vaultId: link.vault.id, actor: 'recipient' as const };
  if (!isSameEmail(email, link.vault.recipientEmail)) {
    await database.transaction((tx) => recordAct(needs, tx, { ...act, event: 'email-wrong' }));
    refuse('link-email-refused');
  }
  const questions = await listQuestionTexts(needs, link);
  await database.transaction(async (tx) => {
    await holdLink(needs, tx, { token, vaultId: link.vault.id });
    await markLinkVerified(tx, link.id);
    await recordAct(needs, tx, { ...act, event: 'email-verified' });
  });
  // The browser's id does not change, so its tries keep counting.
  const browserId = sessionOf(link.id)?.browserId ?? newLinkToken();
  const session: RecipientSession = { browserId, proven: 'address' };
  return { linkId: link.id, session, questions };
}
