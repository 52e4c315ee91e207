// The steps of a vault's life, from its creation to its release and to its recipient. Pure.
import { deliveryTexts, doubtFact, isUnreached } from '@remembrance/contract/email-status.ts';
import type { Vault, VaultListItem } from '@remembrance/contract/vaults.ts';
import { shortDate } from '../../lib/dates.ts';
import { hasNoReleaseWay, isConfirmed } from './release-ways.ts';
import { isUnpaidVault, notConfirmed } from './vault-overview.ts';

/** A step of a vault's life, from its creation to its release. */
export interface StatusStep {
  text: string;
  facts: string[];
  isDone: boolean;
  isTrouble?: boolean;
}

/** How far a vault has come: created, code with the executor, released. Unknown steps are left out. */
export function statusSteps(vault: VaultListItem & Partial<Pick<Vault, 'releasedAt'>>): StatusStep[] {
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

function releaseStep(vault: VaultListItem & Partial<Pick<Vault, 'releasedAt'>>): StatusStep {
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
  const by =
    codes.length > 0 ? `Released by ${codes.map(({ executor }) => executor).join(' or ')} when the time comes` : '';
  const on = date && (by ? `, or on ${shortDate(date)}` : `Released on ${shortDate(date)}`);
  const text = `${by}${on ?? ''}` || 'Released when the time comes';
  return { text, facts: [`We send nothing to ${recipientName} before that.`], isDone: false };
}
