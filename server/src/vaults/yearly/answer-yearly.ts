// The executor's answer to the yearly email: they have the code, they need a new one, or they do not want to be asked again. Only the
// owner can renew a code, so we email the owner if an executor needs one.
import type { answerYearly as answerYearlyCall } from '@remembrance/contract/check-in.ts';
import type { BodyOf } from '@remembrance/contract/endpoint.ts';
import type { ReportChangeNeeds } from '../../people/owner-changes/report-change.ts';
import { writeWithLink } from '../../people/owner-changes/write-with-link.ts';
import { hasLiveLink } from '../../people/sessions/account-link-store.ts';
import { findAccountOfLink, insertAccountLink } from '../../people/sessions/account-links.ts';
import { greetingName, ownerName } from '../../people/users/owner-name.ts';
import { lockUser } from '../../people/users/user-store.ts';
import type { Database, Transaction } from '../../platform/database/transaction.ts';
import { minutesLater } from '../../platform/lib/clock.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { confirmAgain, findYearly, refuseYearly } from '../executors/yearly-store.ts';

type Needs = ReportChangeNeeds & { database: Database };
type Found = NonNullable<Awaited<ReturnType<typeof findYearly>>>;

/** A second press within this time is the same answer. */
const sameAnswerMinutes = 60;

/** The link takes any number of answers. @throws {Refusal} yearly-link-unknown */
export function answerYearly(needs: Needs, { token, answer }: BodyOf<typeof answerYearlyCall>) {
  return needs.database.transaction(async (tx) => {
    const executorId = await findAccountOfLink(needs, tx, 'executor-yearly', token.trim());
    const first = executorId && (await findYearly(tx, executorId));
    if (!first) refuse('yearly-link-unknown');
    await lockUser(tx, first.owner.id);
    const found = (await findYearly(tx, first.executor.id)) ?? refuse('yearly-link-unknown');
    if (answer === 'have-it') await confirm(needs, tx, found);
    else if (answer === 'send-new') await askOwner(needs, tx, found);
    else await stopAsking(needs, tx, found);
    return { ownerName: ownerName(found.owner) };
  });
}

const actOf = ({ executor, vault, owner }: Found) =>
  ({ vaultId: vault.id, userId: owner.id, actor: 'executor', actorId: executor.id }) as const;

async function confirm(needs: Needs, tx: Transaction, found: Found): Promise<void> {
  const { confirmedAt, id } = found.executor;
  const now = needs.clock.now();
  if (confirmedAt && confirmedAt > minutesLater(now, -sameAnswerMinutes)) return;
  if (!(await confirmAgain(tx, id, now))) refuse('yearly-link-unknown');
  await recordAct(needs, tx, { ...actOf(found), event: 'executor-confirmed' });
}

/** Sends no other email as long as the link of the previous one works. */
async function askOwner(needs: Needs, tx: Transaction, found: Found): Promise<void> {
  const { executor, vault, owner } = found;
  const now = needs.clock.now();
  if (await hasLiveLink(tx, { purpose: 'wanted-code', accountId: executor.id }, now)) return;
  const secret = await insertAccountLink(needs, tx, 'wanted-code', executor.id);
  const page = `${needs.publicUrl}/vault/${vault.id}`;
  const facts = {
    firstName: greetingName(owner),
    vaultTitle: vault.title,
    executorName: executor.name || executor.email,
    executorEmail: executor.email,
    page,
  };
  await writeWithLink(needs, tx, owner, {
    vaultId: vault.id,
    onceKey: `code-wanted/${executor.id}/${now.toISOString()}`,
    link: { before: `${needs.publicUrl}/send-wanted-code#`, secret },
    page,
    contentWith: (link, hasLink) => ({ kind: 'executor-code-wanted', facts: { ...facts, link, hasLink } }),
  });
  await recordAct(needs, tx, { ...actOf(found), event: 'code-wanted' });
}

async function stopAsking(needs: Needs, tx: Transaction, found: Found): Promise<void> {
  if (await refuseYearly(tx, found.executor.id))
    await recordAct(needs, tx, { ...actOf(found), event: 'yearly-refused' });
}
