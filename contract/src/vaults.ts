// The owner's vaults: create, list, show, edit and delete.
import * as z from 'zod/mini';
import { answerFault } from './answer-rules.ts';
import { planStates } from './billing.ts';
import { delivery, deliveryChoice, isSecondSame, secondAddressSame, writtenLetter } from './delivery.ts';
import { endpoint } from './endpoint.ts';
import { announcedFile } from './files.ts';
import { filesPerVault, lengths } from './limits.ts';
import { executorFields } from './named-executor.ts';
import { planNames } from './plan-catalogue.ts';
import { blankableEmail, blankableLine, email, instant, line, orBlank, personName, prose } from './text.ts';
import { correction, openRequest, releaseSettings } from './vault-parts.ts';

export const vaultStatuses = ['active', 'released'] as const;
export const paymentStatuses = ['unpaid', 'trial', 'paid', 'lapsed'] as const;
export type VaultStatus = (typeof vaultStatuses)[number];
export type PaymentStatus = (typeof paymentStatuses)[number];

export const vaultId = z.strictObject({ id: z.string() });

export const vaultListItem = z.object({
  id: z.string(),
  title: z.string(),
  status: z.enum(vaultStatuses),
  paymentStatus: z.enum(paymentStatuses),
  recipientName: z.string(),
  createdAt: z.string(),
  scheduledReleaseDate: z.nullable(z.string()),
  /** Whether the recipient's questions are closed after too many wrong answers and can be reopened. */
  questionsLocked: z.boolean(),
  /** The state of its plan; null for a draft. */
  planState: z.nullable(z.enum(planStates)),
  /** The end of its free or paid month; null for a plan that is paid once, has ended or is paused. */
  paidUntil: z.nullable(z.string()),
  /** Its executors who have a code, by name or otherwise by address. Null if the code was not yet entered, or its letter not confirmed. */
  codes: z.array(
    z.object({
      executor: z.string(),
      ...writtenLetter.shape,
      usedAt: z.nullable(z.string()),
      confirmedAt: z.nullable(z.string()),
    }),
  ),
  invitation: z.nullable(delivery), // of the last email with a link; null before the release
  /** The release that an executor has asked for and the owner can stop. Missing if there is none. */
  releaseRequest: z.optional(openRequest),
  /** Whether it is released after its wait if its owner does not answer a check-in. Missing if not. */
  releasesInSilence: z.optional(z.literal(true)),
});
export type VaultListItem = z.output<typeof vaultListItem>;

export const vault = z.object({
  ...vaultListItem.shape,
  planType: z.string(),
  recipientEmail: z.string(),
  // Optional, because a process of version 1.0.0 may answer while this one is installed.
  ...z.partial(deliveryChoice).shape,
  message: z.string(),
  /** How many questions protect it. */
  questionCount: z.optional(z.int()),
  /** Raised by every change of the owner's content. */
  version: z.int(),
  editCount: z.int(),
  /** -1 is unlimited. */
  editsAllowed: z.int(),
  releasedAt: z.nullable(z.string()),
  /** Whether the recipient has proven who they are: the release can then no longer be undone. */
  isProven: z.optional(z.boolean()),
  /** The correction of the recipient's address since its release. Missing if nobody asked for one. */
  correction: z.optional(correction),
  /** When the message, every file and the activity were last found intact; null if one is damaged, or was not read back yet. */
  verifiedAt: z.nullable(z.string()),
  /** Missing if the owner chose neither a wait nor that two agree. */
  release: z.optional(releaseSettings),
  updatedAt: z.string(),
});
export type Vault = z.output<typeof vault>;

export const releaseWayMissing =
  'Please name an executor or choose a release date. Without one of them this vault could never be delivered.';
export const tooManyFiles = `A vault holds at most ${filesPerVault} files.`;
export const dateInThePast = 'Please choose a date in the future';
export const questionTwoMissing = 'Security question 2 is required when it has an answer';
export const answerTwoMissing = 'Security answer 2 is required when it has a question';
const executorEmailMissing = 'Please add the email address of your executor';
export const dateInvalid = 'Please choose a valid date and time';

const blankableInstant = z
  .string(dateInvalid)
  .check(z.refine((value) => value === '' || instant(dateInvalid).safeParse(value).success, dateInvalid));

const createVaultFields = z.strictObject({
  planType: z.enum(planNames, 'Please select a pricing plan'),
  title: line(lengths.title, 'Title is required'),
  recipientName: personName('Recipient name is required'),
  recipientEmail: email('Valid email is required'),
  recipientSecondEmail: orBlank(blankableEmail('Valid email is required')),
  message: prose(lengths.message, 'Message is required'),
  ...executorFields,
  securityQuestion1: line(lengths.question, 'Security question 1 is required'),
  securityAnswer1: line(lengths.answer, 'Security answer 1 is required'),
  securityQuestion2: orBlank(blankableLine(lengths.question)),
  securityAnswer2: orBlank(blankableLine(lengths.answer)),
  /** The owner's local time as an instant with its offset; blank for none. */
  scheduledReleaseDate: orBlank(blankableInstant),
  uploadedFiles: z._default(z.array(announcedFile).check(z.maxLength(filesPerVault, tooManyFiles)), []),
});

type Ways = Pick<z.output<typeof createVaultFields>, 'executorEmail' | 'scheduledReleaseDate'>;
const hasReleaseWay = (input: Ways) => input.executorEmail !== '' || input.scheduledReleaseDate !== '';

export const createVaultBody = createVaultFields.check(
  z.refine((input) => input.securityAnswer2 === '' || input.securityQuestion2 !== '', {
    error: questionTwoMissing,
    path: ['securityQuestion2'],
  }),
  z.refine((input) => input.securityQuestion2 === '' || input.securityAnswer2 !== '', {
    error: answerTwoMissing,
    path: ['securityAnswer2'],
  }),
  z.refine((input) => input.executorEmail !== '' || (input.executorName === '' && !input.executorSecondEmail), {
    error: executorEmailMissing,
    path: ['executorEmail'],
  }),
  z.check(({ value, issues }) => {
    const { recipientName, recipientEmail, recipientSecondEmail, moreExecutors = [] } = value;
    const { executorName, executorEmail, executorSecondEmail = '' } = value;
    const ofExecutors = [executorName, executorEmail, executorSecondEmail];
    const others = moreExecutors.flatMap(({ name, email: first, secondEmail: second = '' }) => [name, first, second]);
    const named = [recipientName, recipientEmail, recipientSecondEmail, ...ofExecutors, ...others];
    const names = named.filter((name) => name !== '');
    if (isSecondSame(recipientSecondEmail, recipientEmail))
      issues.push({ code: 'custom', input: value, path: ['recipientSecondEmail'], message: secondAddressSame });
    if (isSecondSame(executorSecondEmail, executorEmail))
      issues.push({ code: 'custom', input: value, path: ['executorSecondEmail'], message: secondAddressSame });
    for (const number of ['1', '2'] as const) {
      const { [`securityQuestion${number}` as const]: question, [`securityAnswer${number}` as const]: answer } = value;
      const message = answer === '' ? null : answerFault({ question, answer, names });
      if (message) issues.push({ code: 'custom', input: value, path: [`securityAnswer${number}`], message });
    }
  }),
  z.refine(hasReleaseWay, { error: releaseWayMissing, path: ['executorEmail'] }),
  z.refine(hasReleaseWay, { error: releaseWayMissing, path: ['scheduledReleaseDate'] }),
);

export const listVaults = endpoint({
  method: 'GET',
  path: '/api/vaults',
  summary: "The owner's vaults, newest first.",
  access: 'owner',
  worksByToken: true,
  reply: z.array(vaultListItem),
});

export const createVault = endpoint({
  method: 'POST',
  path: '/api/vaults',
  summary:
    'Creates a vault. Payment activates it, or it is active immediately if the plan has a free place. A release date less than seven days ahead requires a proof.',
  access: 'owner',
  proof: 'sometimes',
  limit: { tries: 120, seconds: 60 },
  body: createVaultBody,
  reply: vault,
  isRepeatable: true,
  refusals: [
    'busy',
    'executor-named-already',
    'letter-limit-reached',
    'plan-limit-reached',
    'draft-limit-reached',
    'repeated-differently',
    'vault-unreadable',
  ],
});

export const getVault = endpoint({
  method: 'GET',
  path: '/api/vaults/:id',
  summary: "One of the owner's vaults.",
  access: 'owner',
  worksByToken: true,
  readsContent: true,
  params: vaultId,
  reply: vault,
  refusals: ['vault-not-found', 'vault-unreadable'],
});

export const deleteVault = endpoint({
  method: 'DELETE',
  path: '/api/vaults/:id',
  summary: 'Deletes a vault that is not yet released, with its files. An activated vault requires a proof.',
  access: 'owner',
  proof: 'sometimes',
  params: vaultId,
  refusals: ['vault-not-found', 'vault-released'],
});
