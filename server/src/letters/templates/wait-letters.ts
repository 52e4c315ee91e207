// Letters about a release that waits, or that a second executor must agree to: to the owner, who can stop it, and to the executors.
import type { FactsOf } from './letter-content.ts';
import { formatMoment, greet, type LetterWriters, titleForStranger, type Zoned } from './letter-words.ts';
import { forExecutor, reasonBlocks, subjectForExecutor } from './wait-executor-words.ts';

type Wait = FactsOf<'release-wait'>;

export const waitLetters = {
  'release-wait': (facts, zone) => ({
    subject: subjectOf(facts, zone),
    greeting: greet(facts.firstName),
    body: [
      whatWaits(facts, zone),
      facts.askedBy === null
        ? 'If you are well, please stop it: here with one press, by signing in, or by the link in our emails that ask whether you are well. If it is time, there is nothing to do.'
        : 'If it is time, there is nothing to do. If you are well, or this is a mistake, you can stop it. Your executors are then notified that you did. Their codes still work.',
      ...(facts.stops
        ? [
            { action: 'Stop this release', link: facts.link },
            'Opening the link changes nothing yet: the page has one button, and you do not need to sign in.',
          ]
        : [
            'This address is new to your account, so the link that stops it went to your previous address. You can also sign in and stop it on the page of the vault.',
            { action: 'Open your vault', link: facts.link },
          ]),
    ],
  }),

  'release-wait-ended': ({ firstName, link, ...facts }, { supportEmail }) => ({
    subject: isStopped(facts) ? 'The release of your vault was stopped' : 'Your vault will not be released now',
    greeting: greet(firstName),
    body: [
      whyEnded(facts),
      ...reasonBlocks(facts),
      facts.why === 'code-withdrawn'
        ? 'Nothing was released, and your recipient got no email. An executor who was sent a new code uses that one. They can ask again.'
        : facts.askedBy === null
          ? 'Nothing was released, and your recipient got no email. The codes of your executors still work.'
          : 'Nothing was released, and your recipient got no email. The codes of your executors still work, and they can ask again.',
      ...(isStopped(facts)
        ? [
            `If it was not you who ${facts.why === 'answered' ? 'answered or signed in' : 'stopped it'}, someone else may have access to your account or your mail. Please choose a new password and write to ${supportEmail}.`,
          ]
        : []),
      { action: 'Open your vault', link },
    ],
  }),

  'executor-wait': (facts, { supportEmail, productName, ...zone }) => ({
    subject: subjectForExecutor(facts),
    greeting: greet(facts.executorName),
    body: [
      `You are an executor of the vault${titleForStranger('', facts.vaultTitle)} that ${facts.ownerName} keeps at ${productName} for ${facts.recipientName}.`,
      ...forExecutor(facts, zone),
      { action: 'Open the executor page', link: facts.link },
      `If this surprises you, talk to ${facts.ownerName} or to the other executors, or write to ${supportEmail}.`,
    ],
  }),
} satisfies Partial<LetterWriters>;

const isStopped = ({ why }: { why: string }): boolean => why === 'stopped' || why === 'answered';

function subjectOf({ stage, askedBy, dueAt }: Wait, zone: Zoned): string {
  if (stage === 'asked') return `${askedBy} asks to release your vault`;
  if (stage === 'day') return 'Your vault will be released within a day';
  const on = `our vault will be released on ${formatMoment(dueAt, zone).replace(/ at .*$/, '')}`;
  return stage === 'halfway' ? `Half of the wait is over: y${on}` : `Y${on}`;
}

function whatWaits({ vaultTitle, recipientName, stage, askedBy, agreedBy, dueAt }: Wait, zone: Zoned): string {
  if (askedBy === null)
    return `You have not answered us, and you chose that your vault “${vaultTitle}” is then released to ${recipientName} after a wait. It is released on ${formatMoment(dueAt, zone)} unless you stop it.`;
  const asked = `${askedBy} has asked to release your vault “${vaultTitle}” to ${recipientName}`;
  if (stage === 'asked')
    return `${asked}. You chose that two executors must agree, so nothing happens until another executor agrees too. If none does, the request ends on ${formatMoment(dueAt, zone)}.`;
  const agreed = agreedBy ? `, and ${agreedBy} agrees` : '';
  return `${asked}${agreed}. You chose that a release waits, so it is released on ${formatMoment(dueAt, zone)} unless you stop it.`;
}

function whyEnded({
  vaultTitle,
  askedBy,
  why,
  endedBy,
}: Pick<FactsOf<'release-wait-ended'>, 'vaultTitle' | 'askedBy' | 'why' | 'endedBy'>) {
  const request = `the release of your vault “${vaultTitle}”`;
  if (askedBy === null) return whySilenceEnded(request, { why, endedBy });
  switch (why) {
    case 'stopped':
      return `You have stopped ${request}, which ${askedBy} had asked for. We have notified your executors.`;
    case 'objected':
      return endedBy && endedBy !== askedBy
        ? `${askedBy} had asked for ${request}. ${endedBy} has objected, so the request has ended.`
        : `${askedBy} had asked for ${request} and has withdrawn the request.`;
    case 'lapsed':
      return `${askedBy} had asked for ${request}. No second executor agreed in time, so the request has ended.`;
    default:
      return `${askedBy} had asked for ${request}. The executors or their codes were changed since, so the request has ended.`;
  }
}

function whySilenceEnded(request: string, { why, endedBy }: Pick<FactsOf<'release-wait-ended'>, 'why' | 'endedBy'>) {
  const notified = 'If the vault has executors, we have notified them.';
  switch (why) {
    case 'answered':
      return `You have answered us, or were signed in, so ${request} is stopped. It was to follow because you had not answered. ${notified}`;
    case 'stopped':
      return `You have stopped ${request}, which was to follow because you had not answered us. ${notified}`;
    case 'objected':
      return `You had not answered us, so ${request} was to follow. ${endedBy} has objected, so it is stopped. If you are well, please sign in. If you do not, we ask again as often as you chose.`;
    default:
      return `You had not answered us, so ${request} was to follow. Something about the vault was changed since, so it is stopped.`;
  }
}
