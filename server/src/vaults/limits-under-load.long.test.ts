// The limits of a plan under a hundred concurrent requests: as many succeed as it allows, and the rest are refused.
import { planCatalogue } from '@remembrance/contract/plan-catalogue.ts';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { openPlanLimits } from '../../testing/plan-limits.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let limits: ReturnType<typeof openPlanLimits>;
beforeAll(async () => {
  app = await openTestApp();
  limits = openPlanLimits(app, 100);
});
afterAll(() => app.close());

describe('a hundred concurrent edits of each vault never exceed its limit, and every successful one is counted', () => {
  test.each(planCatalogue)('$name', (plan) => limits.editsAtOnce(plan));
});

describe('a hundred concurrent creations never use more places than a plan has', () => {
  test.each(planCatalogue)('$name, with one paid vault', (plan) => limits.creationsBesideOnePaid(plan));

  test.each(planCatalogue)('$name, of drafts', (plan) => limits.creationsOfDrafts(plan));

  test.each(planCatalogue.filter(({ trialDays }) => trialDays))(
    '$name holds its limit while trials start and more vaults are created',
    (plan) => limits.trialsBesideCreations(plan),
  );
});
