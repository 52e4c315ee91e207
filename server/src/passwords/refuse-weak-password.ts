// The minimum for a new password: common ones, and ones based on the owner's name or address, are refused.
import { passwordFault, type WhoChooses } from '@remembrance/contract/password-rules.ts';
import { refuse } from '../lib/refusal.ts';

export interface PasswordFloorNeeds {
  productName: string;
}

/** @throws {Refusal} invalid-input, with the message at the field */
export function refuseWeakPassword<Field extends string>(
  { productName }: PasswordFloorNeeds,
  { password, who, field }: { password: string; who: Omit<WhoChooses, 'productName'>; field: Field },
): void {
  const fault = passwordFault(password, { ...who, productName });
  if (fault) refuse('invalid-input', { fields: { [field]: fault } });
}
