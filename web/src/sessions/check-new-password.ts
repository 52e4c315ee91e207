// The floor under a new password, asked before it is sent. The list is loaded when it is first needed.
import type { WhoChooses } from '@remembrance/contract/password-rules.ts';
import { CallError } from '../lib/call.ts';

interface NewPassword {
  password: string;
  who: WhoChooses;
  /** The field the sentence is shown at. */
  field: string;
}

/** @throws {CallError} with the server's own sentence. */
export async function checkNewPassword({ password, who, field }: NewPassword): Promise<void> {
  // Without the list the server says it.
  const rules = await import('@remembrance/contract/password-rules.ts').catch(() => null);
  const fault = rules?.passwordFault(password, who);
  if (fault) throw new CallError(400, fault, { code: 'invalid-input', fields: { [field]: fault } });
}
