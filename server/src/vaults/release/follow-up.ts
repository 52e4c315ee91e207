// Follows up a release that nobody opens, if its owner chose that: the second address, reminders to the recipient, then a question to the
// executors, or to the owner of a vault without one. Each step once for each release: its letter has a key. Before a release it uses the second
// address of an executor.

import { codePath } from '@remembrance/contract/executor-card.ts';
import { followUpDays as days } from '@remembrance/contract/limits.ts';
import { deriveSecret } from '../../keys/secret/mailed-secret.ts';
import { type NewLetterInput, queueLetter } from '../../letters/ledger/queue-letter.ts';
import { toEachMailbox } from '../../letters/ledger/to-each-mailbox.ts';
import { greetingName, ownerName } from '../../people/users/owner-name.ts';
import type { Database, Transaction } from '../../platform/database/transaction.ts';
import { daysLater } from '../../platform/lib/clock.ts';
import { onItsOwn, type Run } from '../../platform/lib/on-its-own.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { countReleasesUndone } from '../../records/acts/undone-release-store.ts';
import { listExecutors } from '../executors/executor-store.ts';
import { mailSecondAddress } from '../executors/mail-second-address.ts';
import { listSecondDue } from '../executors/second-address-store.ts';
import { findLinkByToken } from '../recipients/link-store.ts';
import { firstSource, type IssueNeeds, issueLink, letterOfLink } from '../recipients/new-link.ts';
import { mustTwoAgree } from '../requests/request-facts.ts';
import { type FollowUpStep, listFollowUps, lockFollowUp } from '../vault/follow-up-store.ts';
import { makeDueCorrections } from './correct-recipient.ts';

export interface FollowUpNeeds extends IssueNeeds {
  database: Database;
}
type Locked = NonNullable<Awaited<ReturnType<typeof lockFollowUp>>>;

interface Step {
  step: FollowUpStep;
  keyPrefix: string;
  from: number;
  until: number;
  run: (needs: FollowUpNeeds, tx: Transaction, locked: Locked) => Promise<void>;
}

/** The link of the first letter, while it works, so that both mailboxes have the same one; otherwise another. */
async function writeToSecondAddress(needs: FollowUpNeeds, tx: Transaction, { vault, owner, onceKey }: Locked) {
  const to = [vault.recipientSecondEmail ?? ''];
  const number = (await countReleasesUndone(tx, [vault.id])).get(vault.id) ?? 0;
  const secret = firstSource(needs.keyring, vault, number);
  const digests = needs.keyring.digests('link-token', deriveSecret(needs.keyring, secret));
  const link = { kind: 'recipient-invitation' as const, vault, ownerName: ownerName(owner), onceKey };
  const first = await findLinkByToken(tx, digests, needs.clock.now());
  if (!first) return issueLink(needs, tx, { ...link, kind: 'recipient-reminder', to });
  await queueLetter(needs, tx, ...letterOfLink(needs, { ...link, secret, expiresAt: first.expiresAt, to }));
  await recordAct(needs, tx, { vaultId: vault.id, actor: 'service', event: 'link-sent', detail: { kind: link.kind } });
}

const remind = (needs: FollowUpNeeds, tx: Transaction, { vault, owner, onceKey }: Locked, to?: readonly string[]) =>
  issueLink(needs, tx, {
    kind: 'recipient-reminder',
    vault,
    ownerName: ownerName(owner),
    onceKey,
    ...(to && { to }),
  });

/** The second address gets its first email on the same day, which no reminder may speak of as some days ago. */
const remindFirstAddress: Step['run'] = (needs, tx, locked) => remind(needs, tx, locked, [locked.vault.recipientEmail]);

async function ask(needs: FollowUpNeeds, tx: Transaction, locked: Locked & { isAgain?: boolean }): Promise<void> {
  const { vault, onceKey } = locked;
  const executors = await listExecutors(tx, vault.id);
  const needsAgreement = await mustTwoAgree(tx, vault);
  const letters = executors.flatMap((executor) => askExecutor(needs, { ...locked, needsAgreement }, executor));
  const asked = letters.length > 0 ? letters : [askOwner(needs, locked)];
  const keyed = asked.map((letter, index) => ({ ...letter, onceKey: index === 0 ? onceKey : `${onceKey}/${index}` }));
  await queueLetter(needs, tx, ...keyed);
  if (letters.length > 0) await recordAct(needs, tx, { vaultId: vault.id, actor: 'service', event: 'help-asked' });
}

const factsOf = ({ vault, isAgain = false }: Locked & { isAgain?: boolean }) => ({
  vaultTitle: vault.title,
  recipientName: vault.recipientName,
  recipientEmail: vault.recipientEmail,
  ...(vault.recipientSecondEmail && { secondEmail: vault.recipientSecondEmail }),
  releasedAt: (vault.releasedAt ?? new Date(0)).toISOString(),
  isAgain,
});

/** With the same code: after years it may be lost, and the page for lost codes sends none of a released vault. */
const askExecutor = (
  { publicUrl }: FollowUpNeeds,
  locked: Locked & { needsAgreement: boolean },
  executor: Awaited<ReturnType<typeof listExecutors>>[number],
): NewLetterInput[] => {
  const facts = {
    ...factsOf(locked),
    ...(locked.needsAgreement && { needsAgreement: true as const }),
    executorName: executor.name,
    ownerName: ownerName(locked.owner),
    code: {
      before: '',
      secret: { form: 'executor-code' as const, executorId: executor.id, number: executor.codeNumber },
    },
    link: `${publicUrl}${codePath}`,
  };
  return toEachMailbox(executor, { vaultId: locked.vault.id, content: { kind: 'executor-unopened', facts } });
};

const askOwner = ({ publicUrl }: FollowUpNeeds, locked: Locked): NewLetterInput => ({
  to: { name: ownerName(locked.owner), email: locked.owner.email },
  vaultId: locked.vault.id,
  userId: locked.owner.id,
  content: {
    kind: 'owner-unopened',
    facts: {
      ...factsOf(locked),
      firstName: greetingName(locked.owner),
      link: `${publicUrl}/vault/${locked.vault.id}`,
    },
  },
});

/** After a downtime only the latest of two reminders is due, and of two questions. */
const steps: readonly Step[] = [
  {
    step: 'second-address',
    keyPrefix: 'follow-up/second/',
    from: days.remind,
    until: days.until,
    run: writeToSecondAddress,
  },
  {
    step: 'remind',
    keyPrefix: 'follow-up/remind/',
    from: days.remind,
    until: days.remindAgain,
    run: remindFirstAddress,
  },
  { step: 'remind', keyPrefix: 'follow-up/remind-again/', from: days.remindAgain, until: days.until, run: remind },
  { step: 'ask', keyPrefix: 'follow-up/ask/', from: days.ask, until: days.askAgain, run: ask },
  {
    step: 'ask',
    keyPrefix: 'follow-up/ask-again/',
    from: days.askAgain,
    until: days.until,
    run: (needs, tx, locked) => ask(needs, tx, { ...locked, isAgain: true }),
  },
];

export async function followUpReleases(needs: FollowUpNeeds, job: Run = {}): Promise<void> {
  await makeDueCorrections(needs, job);
  await mailSecondAddresses(needs, job);
  const now = needs.clock.now();
  for (const { step, keyPrefix, from, until, run } of steps) {
    const due = { step, keyPrefix, releasedAfter: daysLater(now, -until), releasedUntil: daysLater(now, -from) };
    for (const vaultId of await listFollowUps(needs.database, due)) {
      if (job.signal?.aborted) return;
      const follow = async (tx: Transaction) => {
        const locked = await lockFollowUp(tx, vaultId, due);
        if (locked) await run(needs, tx, locked);
      };
      await onItsOwn(job, vaultId, () => needs.database.transaction(follow));
    }
  }
}

/** Before a release: the codes that may not have arrived at the first address of an executor. */
async function mailSecondAddresses(needs: FollowUpNeeds, job: Run): Promise<void> {
  for (const due of await listSecondDue(needs.database, needs.clock.now())) {
    if (job.signal?.aborted) return;
    await onItsOwn(job, due.vaultId, () => needs.database.transaction((tx) => mailSecondAddress(needs, tx, due)));
  }
}
