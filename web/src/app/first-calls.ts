// An owner page's first calls to the service, by the page's pattern. The server tells the browser to start them while the scripts load,
// because on a slow connection they would start seconds later. Only the build reads it.
import { getAccount, getDraftKeys } from '@remembrance/contract/account.ts';
import { getBilling } from '@remembrance/contract/billing.ts';
import { listExecutors } from '@remembrance/contract/executors.ts';
import { listFiles } from '@remembrance/contract/files.ts';
import { showPlaces } from '@remembrance/contract/plans.ts';
import { listQuestions } from '@remembrance/contract/questions.ts';
import { getUser } from '@remembrance/contract/sessions.ts';
import { getVault, listVaults } from '@remembrance/contract/vaults.ts';

const calls: Readonly<Record<string, readonly { path: string }[]>> = {
  '/': [listVaults],
  '/account': [getAccount],
  '/account/billing': [getBilling],
  '/account/billing/:paymentId': [getBilling],
  '/create-vault': [showPlaces, getDraftKeys],
  '/vault/:id': [getVault, listFiles],
  '/vault/:id/edit': [getVault, listExecutors, listFiles, listQuestions, getDraftKeys],
};

/** The paths, with the parameters of the page's own address, such as `/api/vaults/:id`. */
export const firstCallsOf = (pattern: string): string[] => [getUser, ...(calls[pattern] ?? [])].map(({ path }) => path);
