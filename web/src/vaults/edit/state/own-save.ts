// An edit that got no response may have been saved. If the next save conflicts with exactly that, nobody else changed the vault: what is
// left is saved on top of it, without a question.
import type { EditConflict } from '@remembrance/contract/problem.ts';
import { CallError } from '../../../lib/call.ts';
import { isUnanswered } from '../../../lib/repeat-key.ts';
import { baseOf, isOwnSave } from './conflict-rules.ts';
import type { EditBase, EditText, VaultEdit } from './edit-form.ts';

interface SaveSteps {
  send: (body: VaultEdit) => Promise<unknown>;
  /** Continues on the stored version. @returns what is left to save; null if nothing is */
  restOn: (stored: EditBase, sent: EditText) => VaultEdit | null;
  /** Nothing was left. */
  onSaved: () => void;
}

export function rememberOwnSave() {
  let unanswered: EditText | null = null;
  const isOwn = (conflict: EditConflict): boolean => isOwnSave(baseOf(conflict).text, unanswered);

  /** @param text what the body would store. A failure that is no such conflict was reported by `send`. */
  async function save(body: VaultEdit, text: EditText, steps: SaveSteps): Promise<void> {
    const error = await failureOf(steps.send(body));
    if (isUnanswered(error)) unanswered = text;
    if (!(error instanceof CallError && error.conflict && isOwn(error.conflict))) return;
    unanswered = null;
    const rest = steps.restOn(baseOf(error.conflict), text);
    if (rest) await save(rest, text, steps);
    else steps.onSaved();
  }
  return { save, isOwn };
}

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (failure: unknown) => failure,
  );
