// How many edits a vault has left, in words, and why there are none where there are none.
import { unlimited } from '@remembrance/contract/plan-catalogue.ts';
import { refusals } from '@remembrance/contract/refusals.ts';
import type { Vault } from '@remembrance/contract/vaults.ts';

interface EditAllowance {
  isAllowed: boolean;
  words: string;
}

export function editAllowance({
  editCount,
  editsAllowed,
  paymentStatus,
}: Pick<Vault, 'editCount' | 'editsAllowed' | 'paymentStatus'>): EditAllowance {
  if (paymentStatus === 'lapsed') return { isAllowed: false, words: refusals['plan-lapsed'].detail };
  if (editsAllowed === unlimited) return { isAllowed: true, words: 'Unlimited edits' };
  const left = editsAllowed - editCount;
  if (left <= 0) return { isAllowed: false, words: refusals['edit-limit-reached'].detail };
  return { isAllowed: true, words: left === 1 ? '1 edit left' : `${left} edits left` };
}
