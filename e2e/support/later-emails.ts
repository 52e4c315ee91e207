// The emails that come days or months after an event, from a service of their own whose clock runs through more than a year.
import { answerCheckIn, answerYearly, chooseCheckIn } from '@remembrance/contract/check-in.ts';
import { changeDelivery, correctRecipient, stopCorrection } from '@remembrance/contract/follow-up.ts';
import type { LetterKind } from '@remembrance/contract/letters.ts';
import { createApi } from './api.ts';
import { linkIn, type Mailbox } from './mailbox.ts';
import { newOwner, unusedAddress } from './people.ts';
import { type Service, startService } from './service.ts';
import { type ActiveVault, makeActiveVault, makePaidVault, type PaidVault, release } from './vaults.ts';

export const laterKinds = [
  'recipient-reminder',
  'executor-unopened',
  'owner-unopened',
  'correction-asked',
  'recipient-correction',
  'executor-correction',
  'check-in',
  'executor-check-in',
  'executor-check-in-over',
  'yearly-review',
  'executor-yearly',
  'executor-code-wanted',
] as const satisfies LetterKind[];
export type LaterKind = (typeof laterKinds)[number];
type Emails = Partial<Record<LaterKind, string>>;

const daySeconds = 86_400;
let emails: Promise<Emails> | undefined;

/** The HTML of the email. A process causes all of them once. */
export async function laterEmail(kind: LaterKind): Promise<string> {
  emails ??= causeAll();
  const html = (await emails)[kind];
  if (!html) throw new Error(`no email of the kind ${kind} was caused`);
  return html;
}

async function causeAll(): Promise<Emails> {
  const service = await startService();
  try {
    const unopened = await unopenedVault(service);
    const asked = await askedVault(service);
    const dated = await datedVault(service);
    return {
      ...(await causeFollowUp(service, unopened)),
      ...(await causeYear(service, asked)),
      'owner-unopened': await html(dated.owner.mailbox, 'owner-unopened'),
    };
  } finally {
    await service.stop();
  }
}

async function unopenedVault(service: Service): Promise<ActiveVault> {
  const vault = await makeActiveVault(await newOwner(service));
  await vault.owner.api.ask(changeDelivery, { params: { id: vault.id }, body: { followUp: true } });
  await release(vault);
  await vault.recipient.letter('recipient-invitation');
  return vault;
}

/** Released on its date, without an executor. */
async function datedVault(service: Service): Promise<PaidVault> {
  const owner = await newOwner(service);
  const scheduledReleaseDate = new Date(Date.now() + daySeconds * 1000).toISOString();
  const vault = await makePaidVault(owner, { text: { executorName: '', executorEmail: '', scheduledReleaseDate } });
  await owner.api.ask(changeDelivery, { params: { id: vault.id }, body: { followUp: true } });
  return vault;
}

async function askedVault(service: Service): Promise<ActiveVault> {
  const vault = await makeActiveVault(await newOwner(service));
  const body = { months: 1 as const, pausedUntil: null, vaultIds: [vault.id], yearly: true };
  await vault.owner.api.ask(chooseCheckIn, { body });
  return vault;
}

async function causeFollowUp(service: Service, { id, code, owner, executor, recipient }: ActiveVault) {
  await service.moveClock(3 * daySeconds);
  const reminder = await html(recipient, 'recipient-reminder');
  await service.moveClock(7 * daySeconds);
  const unopened = await html(executor, 'executor-unopened');
  const body = { accessCode: code, email: unusedAddress('rosa') };
  await createApi(service.url).ask(correctRecipient, { params: { vaultId: id }, body });
  const question = await owner.mailbox.letter('correction-asked');
  await createApi(service.url).ask(stopCorrection, { body: { token: tokenOf(question, '/stop-correction') } });
  return {
    'recipient-reminder': reminder,
    'executor-unopened': unopened,
    'correction-asked': question.html,
    'executor-correction': await html(executor, 'executor-correction'),
    'recipient-correction': await html(recipient, 'recipient-correction'),
  };
}

async function causeYear(service: Service, { owner, executor }: ActiveVault) {
  const anybody = createApi(service.url);
  await service.moveClock(22 * daySeconds);
  for (const emailsSent of [1, 2, 3, 4]) {
    await owner.mailbox.letter('check-in', emailsSent);
    await service.moveClock(10 * daySeconds + 60);
  }
  const question = (await owner.mailbox.letters('check-in')).at(-1);
  const asked = await html(executor, 'executor-check-in');
  await anybody.ask(answerCheckIn, { body: { token: tokenOf(await owner.mailbox.letter('check-in'), '/i-am-well') } });
  await service.moveClock(60);
  const over = await html(executor, 'executor-check-in-over');
  await service.moveClock(330 * daySeconds);
  const yearly = await executor.letter('executor-yearly');
  await anybody.ask(answerYearly, { body: { token: tokenOf(yearly, '/still-have-it'), answer: 'send-new' } });
  return {
    'check-in': question?.html ?? '',
    'executor-check-in': asked,
    'executor-check-in-over': over,
    'yearly-review': await html(owner.mailbox, 'yearly-review'),
    'executor-yearly': yearly.html,
    'executor-code-wanted': await html(owner.mailbox, 'executor-code-wanted'),
  };
}

const html = async (mailbox: Mailbox, kind: LetterKind): Promise<string> => (await mailbox.letter(kind)).html;

const tokenOf = (letter: Awaited<ReturnType<Mailbox['letter']>>, part: string): string =>
  new URL(linkIn(letter, part)).hash.slice(1);
