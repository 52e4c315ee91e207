// What the review says will happen when the vault is created: who we email and what the owner pays. Also what may be a mistake, and the
// label of its button. Pure.
import { longDate } from '../../../lib/dates.ts';
import { priceText } from '../../../lib/money.ts';
import type { OfferedPlan } from '../../../plans/offered-plan.ts';
import { agreedBy, type PlanStatus } from '../../../plans/own-places.ts';
import { doubtAboutExecutor, isSameAddress } from '../../executors/doubt-about-executor.ts';
import type { NewVault } from '../draft/vault-form.ts';
import type { ReviewedPart } from '../sections/form-parts.ts';

export interface Reviewed {
  vault: NewVault;
  plan: OfferedPlan | undefined;
  status: PlanStatus | undefined;
}

/** All executors by name, otherwise by address. */
function executorOf({ executorName, executorEmail, moreExecutors = [] }: NewVault): string {
  const names = [executorName || executorEmail || '', ...moreExecutors.map(({ name, email }) => name || email)];
  const last = names.at(-1) ?? '';
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last;
}

/** A vault that uses a free place is active immediately, so this click emails its executor. */
export function keepLabel({ vault, plan, status }: Reviewed): string {
  const executor = executorOf(vault);
  switch (status?.kind) {
    case 'free':
      return executor ? `Keep it and write to ${executor}` : 'Keep it';
    case 'free-month':
      return 'Keep it and start the free month';
    case 'trial':
      return 'Keep it and continue to the free month';
    default:
      return plan ? `Keep it and pay ${priceText(plan.price)}` : 'Keep it and continue to payment';
  }
}

export function releaseWords({ executorEmail, scheduledReleaseDate }: NewVault): string {
  if (!scheduledReleaseDate) return 'When your executor releases it. It has no release date.';
  const date = `On ${longDate(scheduledReleaseDate)}`;
  return executorEmail ? `${date}, or earlier by your executor.` : `${date}.`;
}

/** What follows, in order. */
export function whatFollows({ vault, plan, status }: Reviewed): string[] {
  const executor = executorOf(vault);
  const activation = agreedBy(status) ?? 'later';
  const money = {
    free: `Your ${plan?.displayName} plan includes it. There is nothing to pay.`,
    'free-month': `Your free month begins. ${status?.text}`,
    later:
      status?.kind === 'trial'
        ? `It stays a draft until you add a card at the checkout. Nothing is charged today. ${status.text}`
        : `It stays a draft until it is paid for. ${status?.text ?? 'You pay at the checkout.'}`,
  }[activation];
  const areSeveral = (vault.moreExecutors ?? []).length > 0;
  const code = areSeveral
    ? 'each with their own code that releases the vault'
    : 'with the code that releases the vault';
  const letter =
    activation !== 'later'
      ? `We write to ${executor} now, ${code}.`
      : `After that, we write to ${executor}${areSeveral ? ',' : ''} ${code}.`;
  const release = vault.scheduledReleaseDate
    ? `We release it on ${longDate(vault.scheduledReleaseDate)}${executor ? ', unless your executor releases it earlier' : ''}.`
    : `It stays closed until ${areSeveral ? 'one of them' : executor} releases it.`;
  // A doubt is shown at the executor then.
  const getsCode = executorEmailsOf(vault).some((one) =>
    recipientEmailsOf(vault).some((other) => isSameAddress(one, other)),
  );
  return [
    money,
    ...(executor ? [letter] : []),
    release,
    ...(getsCode ? [] : [`We send nothing to ${vault.recipientName} before that.`]),
  ];
}

const recipientEmailsOf = ({ recipientEmail, recipientSecondEmail = '' }: NewVault) => [
  recipientEmail,
  recipientSecondEmail,
];
const executorEmailsOf = ({ executorEmail, executorSecondEmail, moreExecutors = [] }: NewVault) => [
  executorEmail,
  executorSecondEmail,
  ...moreExecutors.flatMap(({ email, secondEmail }) => [email, secondEmail]),
];

const farYears = 50;

/** What the owner may have typed by mistake. All of it may be meant, so it stops nobody. */
export function doubtsAbout(vault: NewVault, ownEmail: string, now: Date): Partial<Record<ReviewedPart, string>> {
  const { recipientEmail, executorEmail, executorSecondEmail, scheduledReleaseDate } = vault;
  const doubts: Partial<Record<ReviewedPart, string>> = {};
  if (isSameAddress(recipientEmail, ownEmail))
    doubts.recipient = 'This is your own address. You would get the email yourself.';
  const others = { ownEmail, recipientEmails: recipientEmailsOf(vault) };
  const executor = doubtAboutExecutor(executorEmail, others) ?? doubtAboutExecutor(executorSecondEmail, others);
  if (executor) doubts.executor = executor;
  const years = scheduledReleaseDate ? new Date(scheduledReleaseDate).getFullYear() - now.getFullYear() : 0;
  if (years > farYears) doubts.date = `That is in ${years} years.`;
  return doubts;
}
