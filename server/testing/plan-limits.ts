// For tests: concurrent requests against the limits of a plan. As many succeed as it allows, the others are refused with the right code,
// and nothing is left half done.
import { api } from '@remembrance/contract/api.ts';
import { draftsPerOwner } from '@remembrance/contract/limits.ts';
import { type PlanEntry, unlimited } from '@remembrance/contract/plan-catalogue.ts';
import { ada, another, questions, vaultForm } from '@remembrance/contract/testing/cast.ts';
import { and, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { acts, executors, securityQuestions, vaults } from '../src/platform/database/schema.ts';
import { type Owner, paidVault, signedIn } from './people.ts';
import type { TestApp } from './test-app.ts';

/** The maximum number of requests that may wait for the hashing of their answers. More would be refused as busy. */
const crowd = 20;

const codesOf = (answers: { statusCode: number; json(): { code?: string } }[]) => {
  const codes = answers.map((answer) => (answer.statusCode < 300 ? 'done' : String(answer.json().code)));
  return Object.fromEntries([...new Set(codes)].map((code) => [code, codes.filter((one) => one === code).length]));
};

/** @param many the number of requests for one limit */
export function openPlanLimits(app: TestApp, many: number) {
  let people = 0;
  const newOwner = () => {
    people += 1;
    return signedIn(app, another(ada, people));
  };
  const vaultsOf = async (owner: Owner, planType: string) =>
    (await app.database.select().from(vaults).where(eq(vaults.creatorId, owner.id))).filter(
      (vault) => vault.planType === planType,
    );
  const rowOf = async (vaultId: string) => (await app.database.select().from(vaults).where(eq(vaults.id, vaultId)))[0];
  const editsOf = (vaultId: string) =>
    app.database
      .select()
      .from(acts)
      .where(and(eq(acts.vaultId, vaultId), eq(acts.event, 'vault-edited')));
  const createCrowd = (owner: Owner, planType: PlanEntry['name']) =>
    Promise.all(Array.from({ length: crowd }, () => owner.call(api.createVault, { body: vaultForm({ planType }) })));
  /** Creates them in batches that the queue of hashes accepts. */
  async function createMany(owner: Owner, planType: PlanEntry['name']) {
    const answers = [];
    for (let done = 0; done < many; done += crowd) answers.push(...(await createCrowd(owner, planType)));
    return answers;
  }

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
      expect([activatedAt !== null, Boolean(executor?.codeSentAt)]).toEqual([isActive, isActive]);
    }
  }

  /** Makes many concurrent edits to each vault in turn. */
  async function editsAtOnce({ name: planType, vaultLimit, editsAllowed }: PlanEntry): Promise<void> {
    const owner = await newOwner();
    const allowed = editsAllowed === unlimited ? many : editsAllowed;
    const refused = many - allowed;
    for (let count = 0; count < vaultLimit; count += 1) {
      const { id } = await paidVault(app, owner, { planType });
      const edit = (i: number) => {
        const body = { title: `Edit ${i}`, recipientName: `Rosa ${i}`, recipientEmail: `rosa-${i}@example.com` };
        return owner.call(api.editVault, { params: { id }, body });
      };
      const answers = await Promise.all(Array.from({ length: many }, (_, i) => edit(i)));
      expect(codesOf(answers)).toEqual({ done: allowed, ...(refused && { 'edit-limit-reached': refused }) });
      const row = await rowOf(id);
      const [, applied] = /^Edit (\d+)$/.exec(row?.title ?? '') ?? [];
      expect(row).toMatchObject({
        editCount: allowed,
        recipientName: `Rosa ${applied}`,
        recipientEmail: `rosa-${applied}@example.com`,
      });
      expect(answers[Number(applied)]?.statusCode, 'a refused edit was applied').toBe(200);
      expect(await editsOf(id)).toHaveLength(allowed);
    }
  }

  async function creationsBesideOnePaid({ name, vaultLimit }: PlanEntry): Promise<void> {
    const owner = await newOwner();
    await paidVault(app, owner, { planType: name });
    const answers = await createMany(owner, name);
    const free = vaultLimit - 1;
    expect(codesOf(answers)).toEqual({ ...(free && { done: free }), 'plan-limit-reached': many - free });
    await expectWhole(owner, name, { active: vaultLimit, drafts: 0 });
  }

  async function creationsOfDrafts({ name }: PlanEntry): Promise<void> {
    const owner = await newOwner();
    const answers = await createMany(owner, name);
    expect(codesOf(answers)).toEqual({ done: draftsPerOwner, 'draft-limit-reached': many - draftsPerOwner });
    await expectWhole(owner, name, { active: 0, drafts: draftsPerOwner });
  }

  /** One trial starts. Its other place, if any, goes to the next creation. */
  async function trialsBesideCreations({ name, vaultLimit }: PlanEntry): Promise<void> {
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
  }

  return { editsAtOnce, creationsBesideOnePaid, creationsOfDrafts, trialsBesideCreations };
}
