// What an executor reads about a release that waits, or that a second executor must agree to.
import { withdrawalPauseDays } from '@remembrance/contract/release-limits.ts';
import type { FactsOf } from './letter-content.ts';
import { type Block, formatMoment, type Zoned } from './letter-words.ts';

type ToExecutor = FactsOf<'executor-wait'>;

export const reasonBlocks = ({ reason, isEnder }: { reason: string; isEnder?: boolean }): Block[] =>
  reason === '' ? [] : [isEnder ? 'You wrote:' : 'In their own words:', `“${reason}”`];

export function subjectForExecutor({ notice, isAsker, askedBy, ownerName }: ToExecutor): string {
  if (notice === 'asked')
    return isAsker
      ? `You asked to release the vault of ${ownerName}`
      : `${askedBy} asks whether you agree to a release`;
  if (notice === 'waiting') return `The vault of ${ownerName} will be released after a wait`;
  return notice === 'stopped' || notice === 'answered'
    ? `${ownerName} has stopped the release`
    : `The vault of ${ownerName} is not released now`;
}

export function forExecutor(facts: ToExecutor, zone: Zoned): Block[] {
  const { notice, isAsker, isAgreer, askedBy, agreedBy, ownerName } = facts;
  const due = formatMoment(facts.dueAt, zone);
  if (askedBy === null) return aboutSilence(facts, due);
  const asked = isAsker ? 'You have asked to release it' : `${askedBy} has asked to release it`;
  const stillWorks = 'Nothing was released. Your code still works, and keeps working.';
  switch (notice) {
    case 'asked':
      return isAsker
        ? [
            `${asked}. ${ownerName} chose that two executors must agree, so we have written to the others. If nobody agrees by ${due}, the request ends and you can ask again.`,
          ]
        : [
            `${asked}, and ${ownerName} chose that two executors must agree. If you agree, enter your code on the executor page and press “Release Vault”. If you do not, press “I object” there; the request then ends, and everybody is notified.`,
            `The request ends on ${due}. Please talk to each other first.`,
          ];
    case 'waiting':
      return [
        `${asked}${isAgreer ? ', and you agree' : agreedBy ? `, and ${agreedBy} agrees` : ''}. ${ownerName} chose that a release waits, gets an email about it and can stop it until ${due}. We release it then. There is nothing more that you need to do.`,
      ];
    case 'stopped':
      return [
        `${ownerName} has stopped the release that ${isAsker ? 'you' : askedBy} asked for. You have done nothing wrong: this is why we write to ${ownerName} first.`,
        stillWorks,
      ];
    case 'objected':
      return [
        `${asked}${howItEnded(facts)}`,
        ...reasonBlocks(facts),
        `${stillWorks} Please talk to each other. ${facts.pauses ? pause : 'Anyone who still thinks that it is time can ask again.'}`,
      ];
    case 'lapsed':
      return [
        `${asked}. No second executor agreed by ${due}, so the request has ended. Each of you can ask again at any time.`,
        stillWorks,
      ];
    default:
      return [
        `${asked}. ${ownerName} has since changed something about the vault or its executors, so the request has ended.`,
        'Nothing was released.',
      ];
  }
}

/** The end of the sentence that says who asked. */
function howItEnded({ askedBy, endedBy, isAsker, isEnder }: ToExecutor): string {
  if (!endedBy || endedBy === askedBy) return ` and ${isAsker ? 'have' : 'has'} withdrawn the request.`;
  return `. ${isEnder ? 'You have' : `${endedBy} has`} objected, so the request has ended.`;
}

const pause = `Because the release was already waiting, only the other executors can ask for it in the next ${withdrawalPauseDays} days. After that you can, too.`;

/** Nobody asked: the owner has not answered us. An executor who knows better can object. */
function aboutSilence(facts: ToExecutor, due: string): Block[] {
  const { notice, ownerName } = facts;
  const objector = facts.isEnder ? 'You have' : `${facts.endedBy} has`;
  const stillWorks = 'Nothing was released. Your code still works, and keeps working.';
  switch (notice) {
    case 'waiting':
      return [
        `${ownerName} did not answer when we asked whether they are well, and chose that the vault is then released after a wait. We release it on ${due}, unless ${ownerName} answers or stops it.`,
        `There is nothing that you need to do. But if you know that ${ownerName} is well, or that it is not time, please tell them to sign in, or enter your code on the executor page and press “I object”.`,
      ];
    case 'stopped':
    case 'answered':
      return [`${ownerName} has answered us or stopped it, so it is not time. There is nothing to do.`, stillWorks];
    case 'objected':
      return [
        `${ownerName} had not answered us, so it was to be released on ${due}. ${objector} objected, so it is not.`,
        ...reasonBlocks(facts),
        `${stillWorks} Please talk to each other. Anyone who thinks that it is time can release it with their code.`,
      ];
    default:
      return [
        `${ownerName} had not answered us, so it was to be released on ${due}. Something about the vault has changed since, so it is not.`,
        'Nothing was released.',
      ];
  }
}
