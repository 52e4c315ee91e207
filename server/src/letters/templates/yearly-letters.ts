// Letters that come once a year if the owner chose it: the owner looks over every vault, and each executor looks for their code.
import type { FactsOf } from './letter-content.ts';
import { type Block, formatDay, greet, type LetterWriters, titleForStranger, type Zoned } from './letter-words.ts';

type Reviewed = FactsOf<'yearly-review'>['vaults'][number];

export const yearlyLetters = {
  'yearly-review': ({ firstName, vaults, left, page }, { productName, ...zone }) => ({
    subject: 'Your vaults, once a year',
    greeting: greet(firstName),
    body: [
      `You asked ${productName} for this once a year: what is in place today. Please look at the addresses. An address that no longer works is what goes wrong most.`,
      ...vaults.flatMap((vault) => describe(vault, zone)),
      ...(left > 0
        ? [`You have ${left} more ${left === 1 ? 'vault' : 'vaults'}. Your dashboard lists all of them.`]
        : []),
      'If all of it is right, there is nothing to do.',
      { aside: 'Turn this email off', link: page },
    ],
  }),

  'executor-yearly': ({ executorName, ownerName, vaultTitle, codeSentAt, link }, { productName, ...zone }) => ({
    subject: `Do you still have your code from ${ownerName}?`,
    greeting: greet(executorName),
    body: [
      `${ownerName} named you as an executor of a vault${titleForStranger('', vaultTitle)} at ${productName}: the person who releases it when the time has come. ${codeSentAt ? `Our email with your access code came on ${formatDay(codeSentAt, zone)}. ` : ''}They asked us to ask you once a year whether you still have it.`,
      'Please look where you keep it. It has 20 letters and numbers. Do not send it to anybody; we never ask for it.',
      { action: 'Answer with one press', link },
      'The page has three buttons: I have it; I need a new one, which we ask the owner to agree to; and do not ask me again. None of them releases anything.',
    ],
  }),

  'executor-code-wanted': (facts, { productName }) => {
    const { firstName, vaultTitle, executorName, executorEmail, link, hasLink, page } = facts;
    return {
      subject: `${executorName} needs a new code`,
      greeting: greet(firstName),
      body: [
        `Once a year ${productName} asks your executors whether they still have their code. ${executorName} no longer has the one for your vault “${vaultTitle}” and asks for a new one.`,
        `If you agree, we send it to ${executorEmail}, and the old code stops working. If you are not sure that it was ${executorName} who asked, speak to them first.`,
        hasLink ? { action: 'Send a new code', link } : { action: 'Open your vault', link },
        ...(hasLink
          ? [
              'The page that opens has one button. The link works for thirty days.',
              { aside: 'Correct the address on your vault’s page instead', link: page },
            ]
          : []),
      ],
    };
  },
} satisfies Partial<LetterWriters>;

function describe(vault: Reviewed, zone: Zoned): Block[] {
  const { vaultTitle, recipientName, recipientEmail, verifiedAt, releaseAt, executors, link } = vault;
  const sentences = [
    `“${vaultTitle}” is for ${recipientName} (${recipientEmail}).`,
    verifiedAt
      ? `Last checked on ${formatDay(verifiedAt, zone)}: the message and every file are complete.`
      : 'We have not been able to check that the message and every file are complete. Please open it and look.',
    ...executors.map((executor) => describeExecutor(executor, zone)),
    releaseAt
      ? `The vault will be released on ${formatDay(releaseAt, zone)}.`
      : executors.length > 0
        ? 'The vault has no release date.'
        : 'The vault has neither an executor nor a release date, so nobody can release it. Please add one.',
  ];
  return [sentences.join(' '), { aside: 'Open this vault', link }];
}

const describeExecutor = (
  { executorName, executorEmail, confirmedAt }: Reviewed['executors'][number],
  zone: Zoned,
): string => {
  const who = executorName === '' ? executorEmail : `${executorName} (${executorEmail})`;
  return confirmedAt
    ? `${who} has a code and confirmed it on ${formatDay(confirmedAt, zone)}.`
    : `${who} has a code, but has not confirmed our email yet.`;
};
