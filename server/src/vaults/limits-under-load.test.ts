// The limits of a plan under a hundred concurrent requests: exactly as many succeed as it allows, every other is refused with
// its own code, and nothing stays half done.
import { api } from '@remembrance/contract/api.ts';
import { draftsPerOwner } from '@remembrance/contract/limits.ts';
import { type PlanName, planCatalogue, unlimited } from '@remembrance/contract/plan-catalogue.ts';
import { ada, another, questions, vaultForm } from '@remembrance/contract/testing/cast.ts';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Owner, paidVault, signedIn } from '../../testing/people.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { auditLines, executors, securityQuestions, vaults } from '../database/schema.ts';

const many = 100;
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
const newOwner = () => {
  people += 1;
  return signedIn(app, another(ada, people));
};
const atOnce = <Answer>(ask: (number: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: many }, (_, number) => ask(number)));
/** As many as may wait for the hashing of their answers. More would be refused as busy. */
const crowd = 20;
/** A hundred creations, a group at a time. */
async function createMany(owner: Owner, planType: PlanName) {
  const answers = [];
  for (let done = 0; done < many; done += crowd) answers.push(...(await createCrowd(owner, planType)));
  return answers;
}
const createCrowd = (owner: Owner, planType: PlanName) =>
  Promise.all(Array.from({ length: crowd }, () => owner.call(api.createVault, { body: vaultForm({ planType }) })));
const rowOf = async (vaultId: string) => (await app.database.select().from(vaults).where(eq(vaults.id, vaultId)))[0];
const codesOf = (answers: { statusCode: number; json(): { code?: string } }[]) => {
  const codes = answers.map((answer) => (answer.statusCode < 300 ? 'done' : String(answer.json().code)));
  return Object.fromEntries([...new Set(codes)].map((code) => [code, codes.filter((one) => one === code).length]));
};
const vaultsOf = async (owner: Owner, planType: string) =>
  (await app.database.select().from(vaults).where(eq(vaults.creatorId, owner.id))).filter(
    (vault) => vault.planType === planType,
  );

describe('EDIT-6: a hundred concurrent edits of each vault never exceed its limit, and every successful one is counted', () => {
  const editsOf = (vaultId: string) =>
    app.database
      .select()
      .from(auditLines)
      .where(and(eq(auditLines.vaultId, vaultId), eq(auditLines.event, 'vault-edited')));

  test.each(planCatalogue)('$name', { timeout: 60_000 }, async ({ name: planType, vaultLimit, editsAllowed }) => {
    const owner = await newOwner();
    const ids: string[] = [];
    for (let count = 0; count < vaultLimit; count += 1) ids.push((await paidVault(app, owner, { planType })).id);
    const answers = await Promise.all(
      ids.map((id) =>
        atOnce((i) => {
          const body = { title: `Edit ${i}`, recipientName: `Rosa ${i}`, recipientEmail: `rosa-${i}@example.com` };
          return owner.call(api.editVault, { params: { id }, body });
        }),
      ),
    );
    const allowed = editsAllowed === unlimited ? many : editsAllowed;
    for (const [place, id] of ids.entries()) {
      const refused = many - allowed;
      expect(codesOf(answers[place] ?? [])).toEqual({
        done: allowed,
        ...(refused && { 'edit-limit-reached': refused }),
      });
      const row = await rowOf(id);
      const [, edit] = /^Edit (\d+)$/.exec(row?.title ?? '') ?? [];
      expect(row).toMatchObject({
        editCount: allowed,
        recipientName: `Rosa ${edit}`,
        recipientEmail: `rosa-${edit}@example.com`,
      });
      expect(answers[place]?.[Number(edit)]?.statusCode, 'a refused edit was applied').toBe(200);
      expect(await editsOf(id)).toHaveLength(allowed);
    }
  });
});

describe('PLACE-1: a hundred concurrent creations never use more places than a plan has', () => {
  /** Checks that every vault is complete, and that every active one has its executor's code. */
  async function expectWhole(owner: Owner, planType: string, count: { active: number; drafts: number }): Promise<void> {
    const rows = await vaultsOf(owner, planType);
    const active = rows.filter(({ paymentStatus }) => paymentStatus !== 'unpaid');
    expect({ active: active.length, drafts: rows.length - active.length }).toEqual(count);
    for (const { id, paymentStatus, activatedAt } of rows) {
      const stored = await app.database.select().from(securityQuestions).where(eq(securityQuestions.vaultId, id));
      const [executor] = await app.database.select().from(executors).where(eq(executors.vaultId, id));
      const isActive = paymentStatus !== 'unpaid';
      expect(stored).toHaveLength(questions.length);
      expect([activatedAt !== null, typeof executor?.accessCode === 'string']).toEqual([isActive, isActive]);
    }
  }

  test.each(planCatalogue)('$name, with one paid vault', { timeout: 60_000 }, async ({ name, vaultLimit }) => {
    const owner = await newOwner();
    await paidVault(app, owner, { planType: name });
    const answers = await createMany(owner, name);
    const free = vaultLimit - 1;
    expect(codesOf(answers)).toEqual({ ...(free && { done: free }), 'plan-limit-reached': many - free });
    await expectWhole(owner, name, { active: vaultLimit, drafts: 0 });
  });

  test.each(planCatalogue)('$name, of drafts', { timeout: 60_000 }, async ({ name }) => {
    const owner = await newOwner();
    const answers = await createMany(owner, name);
    expect(codesOf(answers)).toEqual({ done: draftsPerOwner, 'draft-limit-reached': many - draftsPerOwner });
    await expectWhole(owner, name, { active: 0, drafts: draftsPerOwner });
  });

  // One trial starts. Its other place, if it has one, goes to the next creation.
  test.each(planCatalogue.filter(({ trialDays }) => trialDays))(
    '$name, of trials that start while more vaults are created',
    { timeout: 60_000 },
    async ({ name, vaultLimit }) => {
      const owner = await newOwner();
      await createMany(owner, name);
      const drafts = await vaultsOf(owner, name);
      const begin = (vaultId: string) => owner.call(api.createSubscription, { body: { vaultId, promo: 'freetrial' } });
      const answers = await Promise.all([...drafts.map(({ id }) => begin(id)), createCrowd(owner, name)]).then((all) =>
        all.flat(),
      );
      expect(answers.filter(({ statusCode }) => statusCode >= 500)).toEqual([]);
      const rows = await vaultsOf(owner, name);
      const active = rows.filter(({ paymentStatus }) => paymentStatus !== 'unpaid').length;
      expect(active).toBeGreaterThanOrEqual(1);
      expect(active).toBeLessThanOrEqual(vaultLimit);
      expect(rows.length - active).toBeLessThanOrEqual(draftsPerOwner);
      await expectWhole(owner, name, { active, drafts: rows.length - active });
    },
  );
});
