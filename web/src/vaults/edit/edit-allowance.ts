// How many edits a vault has left, or why it cannot be edited.
import { unlimited } from '@remembrance/contract/plan-catalogue.ts';
import { refusals } from '@remembrance/contract/refusals.ts';
import type { Vault } from '@remembrance/contract/vaults.ts';

interface EditAllowance {
  isAllowed: boolean;
  text: string;
}

export function editAllowance({
  editCount,
  editsAllowed,
  paymentStatus,
}: Pick<Vault, 'editCount' | 'editsAllowed' | 'paymentStatus'>): EditAllowance {
  if (paymentStatus === 'lapsed') return { isAllowed: false, text: refusals['plan-lapsed'].detail };
  if (editsAllowed === unlimited) return { isAllowed: true, text: 'Unlimited edits' };
  const left = editsAllowed - editCount;
  if (left <= 0) return { isAllowed: false, text: refusals['edit-limit-reached'].detail };
  return { isAllowed: true, text: left === 1 ? '1 edit left' : `${left} edits left` };
}
