// Whether a vault may be edited, and why not. An unpaid draft can be edited freely. Pure.
import { unlimited } from '@remembrance/contract/plan-catalogue.ts';
import type { RefusalCode } from '@remembrance/contract/refusals.ts';

interface VaultState {
  status: string;
  paymentStatus: string;
  editCount: number;
}

/** Whether an edit would use up the plan's edits. `editsAllowed` is null for one that is free on every plan. */
export const isLastEdit = ({ paymentStatus, editCount }: VaultState, editsAllowed: number | null): boolean =>
  paymentStatus !== 'unpaid' && editsAllowed !== null && editsAllowed !== unlimited && editCount + 1 >= editsAllowed;

/** Why the vault can't be edited, or null if it can. */
export function editRefusal(vault: VaultState, editsAllowed: number): RefusalCode | null {
  if (vault.status === 'released') return 'vault-released';
  if (vault.paymentStatus === 'lapsed') return 'plan-lapsed';
  const isCounted = vault.paymentStatus !== 'unpaid' && editsAllowed !== unlimited;
  return isCounted && vault.editCount >= editsAllowed ? 'edit-limit-reached' : null;
}
