// Letters of the check-in: the question to the owner, and the one to the executors if the owner does not answer. Nothing in them is urgent.
import type { FactsOf } from './letter-content.ts';
import { asWritten, formatDay, greet, type LetterWriters, titleForStranger, type Zoned } from './letter-words.ts';

type CheckIn = FactsOf<'check-in'>;

export const checkInLetters = {
  'check-in': (facts, { productName, ...zone }) => {
    const { firstName, stage, months, link, hasLink, page } = facts;
    const answer = hasLink
      ? [{ action: 'I am well', link }, 'The page that opens has one button. Signing in to your account answers too.']
      : ['To answer, please sign in.', { action: 'Sign in', link }];
    return {
      subject: subjects[stage],
      greeting: greet(firstName),
      body: [
        ...(stage === 'over'
          ? whatWasDone(facts)
          : [
              `You asked ${productName} to see whether you are well if you have not been here ${months === 1 ? 'for a month' : `for ${months} months`}.${stage === 'question' ? '' : ' We have had no answer yet.'}`,
              ...answer,
              whatFollows(facts, zone),
            ]),
        ...(stage === 'over' ? answer : []),
        { aside: 'Pause the check-in, change it, or turn it off', link: page },
      ],
    };
  },

  'executor-check-in': (facts, { supportEmail, productName, ...zone }) => {
    const { executorName, ownerName, vaultTitle, recipientName, askedAt, link } = facts;
    return {
      subject: `We have not heard from ${ownerName}`,
      greeting: greet(executorName),
      body: [
        `You are an executor of the vault${titleForStranger('', vaultTitle)} that ${ownerName} keeps at ${productName} for ${recipientName}. ${ownerName} asked us to write to you if they do not answer when we ask whether they are well.`,
        `We first asked on ${formatDay(askedAt, zone)} and reminded them three times. There was no answer.`,
        'It may mean nothing: a journey, an illness, another address. Please try to reach them, or somebody close to them.',
        `If ${ownerName} has died, or it is the moment the two of you have agreed on, you can release the vault with your code, as ever. You cannot undo a release. If it is not time, there is nothing to do. We have opened nothing, and nothing happens by itself because of this email.`,
        { action: 'Open the executor page', link },
        `If ${ownerName} is well, please tell them to sign in, and we stop asking. If you need help, write to ${supportEmail}.`,
      ],
    };
  },

  'executor-check-in-over': ({ executorName, ownerName, vaultTitle }, { productName }) => ({
    subject: `We have heard from ${ownerName}`,
    greeting: greet(executorName),
    body: [
      `We wrote to you because ${ownerName} had not answered us at ${productName}. Now their account was used again, or they answered. So it is not time for the vault${titleForStranger('', vaultTitle)}, as far as we can know.`,
      'There is nothing to do. Your code is as before. Thank you for being there.',
    ],
  }),
} satisfies Partial<LetterWriters>;

const subjects: Record<CheckIn['stage'], string> = {
  question: 'Are you well?',
  reminder: 'Are you well? A reminder',
  last: 'Are you well? This is the last time we ask',
  over: 'We have asked your executors',
};

const inList = new Intl.ListFormat('en-US');

const listed = (titles: readonly string[], vaults: number): string =>
  inList.format([
    ...titles.map((title) => `“${asWritten(title)}”`),
    ...(vaults > titles.length ? [`${vaults - titles.length} more`] : []),
  ]);

/** The vaults as the object or subject of a sentence. */
const vaultsOf = ({ vaultTitles, vaults }: CheckIn): string =>
  `your ${vaults === 1 ? 'vault' : 'vaults'} ${listed(vaultTitles, vaults)}`;

function whatFollows(facts: CheckIn, zone: Zoned): string {
  const { stage, followsAt, vaults, releases = 0 } = facts;
  const day = formatDay(followsAt, zone);
  if (stage !== 'last') {
    const beforeWhat = releases > 0 ? ', before anything follows' : vaults > 0 ? ', before we ask anybody else' : '';
    const opened = releases > 0 ? `After that, ${waitsBegin(facts)}.` : 'Nothing is opened because of it.';
    return `If there is no answer, we write again in ten days, three times in all${beforeWhat}. ${opened}`;
  }
  if (vaults === 0 && releases === 0)
    return 'If there is no answer, nothing follows: you have chosen no vault whose executors we ask. We ask you again as often as you chose.';
  const asked = `we write to the executors of ${vaultsOf(facts)} and ask whether it is time. They can release it with their code, as they always can.`;
  if (releases === 0) return `If there is no answer by ${day}, ${asked} Nothing else is opened.`;
  return `If there is no answer by ${day}, ${waitsBegin(facts)}.${vaults > 0 ? ` And ${asked}` : ''}`;
}

/** What the owner chose for the vaults that a silence releases. */
function waitsBegin({ releaseTitles = [], releases = 0 }: CheckIn): string {
  const titles = listed(releaseTitles, releases);
  return releases === 1
    ? `the wait of your vault ${titles} begins, and at its end it is released, as you chose. We write to you then, and you can stop it until it is over`
    : `the waits of your vaults ${titles} begin, and at their ends the vaults are released, as you chose. We write to you then, and you can stop each release until its wait is over`;
}

const whatWasDone = (facts: CheckIn): string[] => [
  `You did not answer our four emails, so today we wrote to the executors of ${vaultsOf(facts)} and asked whether it is time. Nothing was opened. They can release it with their code, as they always can.`,
  'If you are well, please answer now. We then notify your executors that we have heard from you.',
];
