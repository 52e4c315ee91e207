// Refuses weak new passwords: common ones, ones based on the owner's name or address, and stolen ones.
import { passwordBreached, passwordFault, type WhoChooses } from '@remembrance/contract/password-rules.ts';
import { refuse } from '../../platform/lib/refusal.ts';

export interface PasswordFloorNeeds {
  productName: string;
  /** Whether it is in the operator's list of stolen passwords. */
  isBreached: (password: string) => boolean;
}

/** @throws {Refusal} invalid-input, with the message at the field */
export function refuseWeakPassword<Field extends string>(
  { productName, isBreached }: PasswordFloorNeeds,
  { password, who, field }: { password: string; who: Omit<WhoChooses, 'productName'>; field: Field },
): void {
  const fault = passwordFault(password, { ...who, productName }) ?? (isBreached(password) ? passwordBreached : null);
  if (fault) refuse('invalid-input', { fields: { [field]: fault } });
}
