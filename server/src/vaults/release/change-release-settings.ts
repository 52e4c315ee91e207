// Sets what happens before a release by an executor: how long it waits, and whether two must agree. Whatever makes it weaker needs a proof,
// and every change of an active vault is reported to its owner with an undo link. It uses no edit, and works on a plan that has ended.

import { proofReasons } from '@remembrance/contract/proof.ts';
import type { waitHoursChoices } from '@remembrance/contract/release-limits.ts';
import type { ReleaseSettings } from '@remembrance/contract/vault-parts.ts';
import { requireProof } from '../../http/require-proof.ts';
import type { Owner } from '../../http/routes.ts';
import { type ReportChangeNeeds, reportChange } from '../../people/owner-changes/report-change.ts';
import type { Database, Transaction } from '../../platform/database/transaction.ts';
import { isId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { listExecutors } from '../executors/executor-store.ts';
import { canReleaseInSilence, setReleaseSettings } from '../vault/edit-store.ts';
import { lockVaultOf, type VaultRow } from '../vault/vault-store.ts';

export interface SettingsNeeds extends ReportChangeNeeds {
  database: Database;
}

interface SettingsInput {
  owner: Owner;
  vaultId: string;
  to: ReleaseSettings;
  /** What the owner saw. */
  was: ReleaseSettings;
}

/** @throws {Refusal} vault-not-found, vault-released, release-settings-changed, two-executors-needed, proof-needed */
export async function changeReleaseSettings(needs: SettingsNeeds, input: SettingsInput): Promise<ReleaseSettings> {
  const { owner, vaultId, to, was } = input;
  if (!isId(vaultId)) refuse('vault-not-found');
  const now = needs.clock.now();
  await needs.database.transaction(async (tx) => {
    const vault = await lockVaultOf(tx, owner.id, vaultId);
    if (!vault || vault.status === 'deleting') refuse('vault-not-found');
    if (vault.status === 'released') refuse('vault-released');
    const before = { waitHours: vault.waitHours, mustAgree: vault.mustAgree };
    if (isSame(before, to)) return;
    if (!isSame(before, was)) refuse('release-settings-changed');
    if (to.mustAgree && !was.mustAgree && (await listExecutors(tx, vaultId)).length < 2) refuse('two-executors-needed');
    const isActive = vault.paymentStatus !== 'unpaid';
    const endsSilence = endsSilenceOf(vault, to);
    if (isActive && (endsSilence || isWeaker(before, to))) requireProof(owner, now, proofReasons.protection);
    if (!(await setReleaseSettings(tx, vault, to, now))) refuse('release-settings-changed');
    await recordAct(needs, tx, { vaultId, userId: owner.id, actor: 'owner', event: 'release-settings-changed' });
    if (isActive) await report(needs, tx, { vault, before, to, endsSilence });
  });
  return to;
}

interface Changed {
  vault: VaultRow;
  before: ReleaseSettings;
  to: ReleaseSettings;
  /** Whether a silence no longer releases the vault, because the wait is too short for that now, or two must agree. */
  endsSilence: boolean;
}

function report(needs: SettingsNeeds, tx: Transaction, { vault, before, to, endsSilence }: Changed) {
  const after = `${wordsOf(to)}${endsSilence ? '; if you do not answer a check-in, its executors are only asked' : ''}`;
  return reportChange(needs, tx, {
    userId: vault.creatorId,
    vault: { id: vault.id, title: vault.title },
    kind: 'release-settings',
    earlier: { ...before, ...(endsSilence && { checkIn: 'release' as const }) },
    state: to,
    before: wordsOf(before),
    after,
  });
}

const isSame = (one: ReleaseSettings, other: ReleaseSettings): boolean =>
  one.waitHours === other.waitHours && one.mustAgree === other.mustAgree;

const endsSilenceOf = ({ checkIn }: VaultRow, to: ReleaseSettings): boolean =>
  checkIn === 'release' && !canReleaseInSilence(to);

const isWeaker = (before: ReleaseSettings, to: ReleaseSettings): boolean =>
  to.waitHours < before.waitHours || (before.mustAgree && !to.mustAgree);

const waitWords: Record<(typeof waitHoursChoices)[number], string> = {
  0: 'no wait',
  1: 'a wait of 1 hour',
  24: 'a wait of 1 day',
  72: 'a wait of 3 days',
  168: 'a wait of 7 days',
  336: 'a wait of 14 days',
  720: 'a wait of 30 days',
};

function wordsOf({ waitHours, mustAgree }: ReleaseSettings): string {
  const wait = waitWords[waitHours as (typeof waitHoursChoices)[number]] ?? `a wait of ${waitHours} hours`;
  return `${wait}, and ${mustAgree ? 'two executors must agree' : 'one executor is enough'}`;
}
