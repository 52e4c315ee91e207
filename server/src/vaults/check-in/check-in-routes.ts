// The HTTP routes of the check-in and of the yearly emails: the owner's choice, and the links in our emails.
import * as contract from '@remembrance/contract/check-in.ts';
import type { Routes } from '../../http/routes.ts';
import type { Database } from '../../platform/database/transaction.ts';
import { answerYearly } from '../yearly/answer-yearly.ts';
import { sendWantedCode, type WantedCodeNeeds } from '../yearly/send-wanted-code.ts';
import { answerCheckIn } from './answer-check-in.ts';
import { chooseCheckIn, showCheckIn } from './choose-check-in.ts';

type Needs = WantedCodeNeeds & { database: Database };

export function checkInRoutes(routes: Routes, needs: Needs): void {
  const { database, clock } = needs;
  routes.owner(contract.getCheckIn, ({ owner }) => showCheckIn(database, owner.id, clock.now()));
  routes.owner(contract.chooseCheckIn, ({ owner, body }) => chooseCheckIn(needs, { owner, body }));
  routes.open(contract.answerCheckIn, async ({ body }) => {
    const { isNew, nextAt } = await answerCheckIn(needs, body.token);
    return { isNew, nextAt: nextAt?.toISOString() ?? null };
  });
  routes.open(contract.answerYearly, ({ body }) => answerYearly(needs, body));
  routes.open(contract.sendWantedCode, ({ body }) => sendWantedCode(needs, body.token));
}
