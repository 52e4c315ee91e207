// The steps of a vault's life, from its creation to its release and to its recipient. Pure.
import { deliveryTexts, doubtFact, isUnreached } from '@remembrance/contract/email-status.ts';
import type { Vault, VaultListItem } from '@remembrance/contract/vaults.ts';
import { shortDate } from '../../lib/dates.ts';
import { hasNoReleaseWay, isConfirmed } from './release-ways.ts';
import { isUnpaidVault, notConfirmed } from './vault-overview.ts';
import { waitText } from './wait-words.ts';

/** A step of a vault's life, from its creation to its release. */
export interface StatusStep {
  text: string;
  facts: string[];
  isDone: boolean;
  isTrouble?: boolean;
}

type ShownVault = VaultListItem & Partial<Pick<Vault, 'releasedAt' | 'release'>>;

/** How far a vault has come: created, code with the executor, released. Unknown steps are left out. */
export function statusSteps(vault: ShownVault): StatusStep[] {
  const kept = isUnpaidVault(vault)
    ? { text: 'Not kept yet', facts: ['Nobody can release it until it is paid for.'], isDone: false }
    : { text: `Created ${shortDate(vault.createdAt)}`, facts: [], isDone: true };
  return [kept, ...vault.codes.map(codeStep), releaseStep(vault)];
}

type Code = VaultListItem['codes'][number];

function codeStep(code: Code): StatusStep {
  const { executor, writtenAt, letter, doubt, usedAt, confirmedAt } = code;
  if (letter === 'undelivered')
    return {
      text: `Our email to ${executor} could not be delivered`,
      facts: [],
      isDone: false,
      isTrouble: true,
    };
  const sent = writtenAt ? shortDate(writtenAt) : '';
  if (letter === 'waiting')
    return { text: `The code is on its way to ${executor}`, facts: sent ? [`Sent ${sent}`] : [], isDone: false };
  const facts = [
    sent && `${letter === 'accepted' && !doubt ? 'Delivered' : 'Sent'} ${sent}`,
    confirmedAt ? `Confirmed ${shortDate(confirmedAt)}` : '',
    usedAt ? `Used ${shortDate(usedAt)}` : '',
  ].filter((fact) => fact !== '');
  return isConfirmed(code)
    ? { text: `${executor} has the code`, facts, isDone: true }
    : { text: notConfirmed(executor), facts: [...facts, ...doubtFact(doubt)], isDone: false, isTrouble: !!doubt };
}

function releaseStep(vault: ShownVault): StatusStep {
  const { codes, recipientName, scheduledReleaseDate: date, invitation } = vault;
  if (vault.status === 'released')
    return {
      text: vault.releasedAt ? `Released ${shortDate(vault.releasedAt)}` : 'Released',
      facts: invitation ? deliveryTexts(recipientName, invitation, shortDate) : [],
      isDone: true,
      isTrouble: invitation !== null && isUnreached(invitation),
    };
  if (hasNoReleaseWay(vault))
    return {
      text: 'Nobody can release it',
      facts: [],
      isDone: false,
      isTrouble: true,
    };
  const by = releasers(vault);
  const on = date && (by ? `, or on ${shortDate(date)}` : `Released on ${shortDate(date)}`);
  const text = `${by}${on ?? ''}` || 'Released when the time comes';
  const wait = codes.length > 0 && vault.release?.waitHours;
  const facts = [
    ...(wait ? [`After their press it waits ${waitText(wait)}, and you can stop it.`] : []),
    `We send nothing to ${recipientName} before that.`,
  ];
  return { text, facts, isDone: false };
}

function releasers({ codes, release }: ShownVault): string {
  const names = codes.map(({ executor }) => executor);
  if (names.length === 0) return '';
  if (names.length < 2 || !release?.mustAgree) return `Released by ${names.join(' or ')} when the time comes`;
  return names.length === 2
    ? `Released when ${names.join(' and ')} agree that it is time`
    : `Released when two of ${names.join(', ')} agree that it is time`;
}
