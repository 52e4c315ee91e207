// The proof of the mailbox: the code from the letter, in a browser that requested one. If the questions are closed, it
// reopens them, once per vault.
import { mailedCode as limits } from '@remembrance/contract/limits.ts';
import type { QueueLetterNeeds } from '../../letters/ledger/queue-letter.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { countCodeTry, endCodeOf, isCodeOf } from './code-store.ts';
import { areLocked } from './guess-rules.ts';
import { lockGuesses } from './guess-store.ts';
import { holdLink, type LinkNeeds, listQuestionTexts, openLink, type Visit } from './open-link.ts';
import type { RecipientSession } from './recipient-session.ts';
import { openQuestionsAgain } from './reopen-questions.ts';
import { mailboxCodeDigests } from './send-code.ts';

export async function verifyCode(
  needs: LinkNeeds & QueueLetterNeeds,
  { token, sessionOf, code }: Visit & { code: string },
) {
  const { database, keyring, clock } = needs;
  const link = await openLink(needs, token);
  const { vault, owner } = link;
  const { browserId } = sessionOf(link.id) ?? refuse('email-step-first');
  const requester = { vaultId: vault.id, browserId };
  const tries = (await countCodeTry(database, requester, clock.now())) ?? refuse('mailbox-code-over');
  const isRight = await isCodeOf(database, vault.id, mailboxCodeDigests(keyring, vault.id, code), clock.now());
  const act = { vaultId: vault.id, actor: 'recipient' as const };
  if (!isRight) {
    await database.transaction((tx) => recordAct(needs, tx, { ...act, event: 'mailbox-code-wrong' }));
    refuse(tries < limits.tries ? 'mailbox-code-refused' : 'mailbox-code-over');
  }
  // Read first: if they cannot be opened, the code is not used up.
  const questions = await listQuestionTexts(needs, link);
  await database.transaction(async (tx) => {
    await holdLink(needs, tx, { token, vaultId: vault.id });
    const guesses = await lockGuesses(tx, vault.id);
    if (!(await endCodeOf(tx, requester))) refuse('mailbox-code-over');
    if (areLocked(guesses)) await openQuestionsAgain(needs, tx, { vault, owner, by: { actor: 'recipient' } });
    await recordAct(needs, tx, { ...act, event: 'mailbox-code-right' });
  });
  const session: RecipientSession = { browserId, proven: 'mailbox' };
  return { linkId: link.id, session, questions };
}
