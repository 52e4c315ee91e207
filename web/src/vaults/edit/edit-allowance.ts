// How many edits a vault has left and what saving costs, or why it cannot be edited.
import { unlimited } from '@remembrance/contract/plan-catalogue.ts';
import { refusals } from '@remembrance/contract/refusals.ts';
import type { Vault } from '@remembrance/contract/vaults.ts';

interface EditAllowance {
  isAllowed: boolean;
  text: string;
  /** Whether saving a change uses up one edit of a limited plan. */
  isCounted: boolean;
}

export function editAllowance({
  editCount,
  editsAllowed,
  paymentStatus,
}: Pick<Vault, 'editCount' | 'editsAllowed' | 'paymentStatus'>): EditAllowance {
  const free = { isAllowed: true, isCounted: false };
  const refused = { isAllowed: false, isCounted: false };
  if (paymentStatus === 'lapsed') return { ...refused, text: refusals['plan-lapsed'].detail };
  if (paymentStatus === 'unpaid') return { ...free, text: 'Changes use no edit until the vault is active' };
  if (editsAllowed === unlimited) return { ...free, text: 'Unlimited edits' };
  const left = editsAllowed - editCount;
  if (left <= 0) return { ...refused, text: refusals['edit-limit-reached'].detail };
  return { isAllowed: true, isCounted: true, text: left === 1 ? '1 edit left' : `${left} edits left` };
}
