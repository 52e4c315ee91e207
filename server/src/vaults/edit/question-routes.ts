// The owner's HTTP routes for the recipient's questions: list them, and try answers.
import * as contract from '@remembrance/contract/questions.ts';
import type { Routes } from '../../http/routes.ts';
import type { VaultKeys } from '../../keys/vault/vault-keys.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { isId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { readQuestions } from '../recipients/question-texts.ts';
import { findVaultOf } from '../stores/vault-store.ts';
import { type TryAnswersNeeds, tryAnswers } from './try-answers.ts';

export function questionRoutes(
  routes: Routes,
  needs: TryAnswersNeeds & { database: Database; vaultKeys: VaultKeys },
): void {
  routes.owner(contract.listQuestions, async ({ params: { id }, owner }) => {
    const found = isId(id) ? await findVaultOf(needs.database, owner.id, id) : null;
    if (!found) refuse('vault-not-found');
    const texts = await needs.vaultKeys.textsOf(id, found.wrappedKey);
    const questions = await readQuestions(needs.database, id, texts);
    return questions.map(({ id: questionId, question, spellings }) => ({
      id: questionId,
      question,
      spellings,
    }));
  });
  routes.owner(contract.tryAnswers, async ({ params, body, owner }) => {
    const accepted = await tryAnswers(needs, { ownerId: owner.id, vaultId: params.id, answers: body.answers });
    return { accepted };
  });
}
