// Checks a new password against the password rules before it is sent. The list of common passwords is loaded on first use.
import type { WhoChooses } from '@remembrance/contract/password-rules.ts';
import { CallError } from '../../lib/call.ts';

interface NewPassword {
  password: string;
  who: WhoChooses;
  /** The field that shows the error. */
  field: string;
}

/** @throws {CallError} with the server's own sentence. */
export async function checkNewPassword({ password, who, field }: NewPassword): Promise<void> {
  // If the list cannot be loaded, only the server checks.
  const rules = await import('@remembrance/contract/password-rules.ts').catch(() => null);
  const fault = rules?.passwordFault(password, who);
  if (fault) throw new CallError(400, fault, { code: 'invalid-input', fields: { [field]: fault } });
}
