// Edits a vault that is not released, with its files. An edit that changes nothing is not counted. An edit based on an older version
// is refused with both versions, and a repeat with the same idempotency key changes nothing.
import type { editVault as editVaultCall } from '@remembrance/contract/edit-vault.ts';
import type { BodyOf } from '@remembrance/contract/endpoint.ts';
import { proofReasons } from '@remembrance/contract/proof.ts';
import { dateInThePast, releaseWayMissing } from '@remembrance/contract/vaults.ts';
import { isProven, requireProof, requireProofInOldSession } from '../../http/require-proof.ts';
import type { Owner } from '../../http/routes.ts';
import type { VaultKeys } from '../../keys/vault/vault-keys.ts';
import type { VaultTexts } from '../../keys/vault/vault-texts.ts';
import { type ReportChangeNeeds, reportChange } from '../../people/owner-changes/report-change.ts';
import { ownerName } from '../../people/users/owner-name.ts';
import { editRefusal } from '../../plans/edit-rules.ts';
import type { Database, Transaction } from '../../platform/database/transaction.ts';
import { isId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { dateCountsFrom, requireProofOfNearDate } from '../create/near-date.ts';
import { listExecutors } from '../executors/executor-store.ts';
import { limitDateLetters, notifyOfDate } from '../executors/notify-of-date.ts';
import type { ObjectStorage } from '../files/storage/object-storage.ts';
import { applySave, planSave } from '../files/stored/save-files.ts';
import { replaceQuestions } from '../recipients/question-store.ts';
import { sealQuestion } from '../recipients/question-texts.ts';
import { editOnce } from '../stores/edit-store.ts';
import { findVaultOf, lockVaultOf, type VaultRow } from '../stores/vault-store.ts';
import {
  changeOfQuestions,
  type PreparedQuestion,
  prepareQuestions,
  type QuestionChange,
  type QuestionNeeds,
} from './question-edits.ts';
import { reportContent, reportEdit } from './report-edit.ts';
import { changedFields, type Editable, isBasedOnPast, isDateWithdrawn, isRedirected } from './vault-rules.ts';

export interface EditVaultNeeds extends ReportChangeNeeds, QuestionNeeds {
  database: Database;
  storage: ObjectStorage;
  vaultKeys: VaultKeys;
}
type Body = BodyOf<typeof editVaultCall>;
interface Edit {
  owner: Owner;
  vaultId: string;
  body: Body;
  /** The caller's idempotency key, or null. */
  repeatKey?: string | null;
}

export async function editVault(needs: EditVaultNeeds, { owner, vaultId, body, repeatKey = null }: Edit) {
  if (!isId(vaultId)) refuse('vault-not-found');
  const [editDigest, ...others] = repeatKey ? needs.keyring.digests('repeated-request', JSON.stringify(body)) : [null];
  if (body.questions) requireProof(owner, needs.clock.now());
  const texts = await needs.vaultKeys.ownTexts(needs.database, { vaultId, ownerId: owner.id });
  const prepared = body.questions ? await prepareQuestions(needs, owner.id, body.questions) : null;
  const within = await executorsToNotify(needs, { owner, vaultId, body });
  const objects = await needs.database.transaction(async (tx) => {
    // Locked before reading, so that the previous recipient in the report is the one this edit replaces.
    await lockVaultOf(tx, owner.id, vaultId);
    const found = (await findVaultOf(tx, owner.id, vaultId)) ?? refuse('vault-not-found');
    if (repeatKey && found.vault.editKey === repeatKey) {
      return [editDigest, ...others].includes(found.vault.editDigest) ? [] : refuse('repeated-differently');
    }
    const repeat = { editKey: repeatKey, editDigest };
    return applyEdit(needs, tx, { ...found, texts, owner, body, prepared, within, repeat });
  });
  // If this fails, the object no longer has a row, and the sweep removes it.
  await Promise.allSettled(objects.map((path) => needs.storage.remove(path)));
}

interface FoundEdit {
  vault: VaultRow;
  texts: VaultTexts;
  editsAllowed: number;
  owner: Owner;
  body: Body;
  prepared: PreparedQuestion[] | null;
  /** The executors who may get a letter about a withdrawn date. */
  within: ReadonlySet<string>;
  repeat: { editKey: string | null; editDigest: string | null };
}

/** The caller must hold the vault's lock. @returns the objects to remove after the commit */
async function applyEdit(needs: EditVaultNeeds, tx: Transaction, edit: FoundEdit): Promise<string[]> {
  const { texts, owner, body, prepared, repeat } = edit;
  if (edit.vault.status === 'released') refuse('vault-released');
  const vault = openMessage(texts, edit.vault);
  const vaultId = vault.id;
  const changes = changedFields(vault, wantedIn(body));
  const files = await planSave(tx, texts, { vaultId, wanted: body });
  const fields = [...Object.keys(changes), ...(files.isChanged ? ['files'] : [])];
  const questions = prepared && (await changeOfQuestions(tx, { ...vault, ...changes, texts }, prepared));
  if (questions) fields.push('questions');
  if (fields.length === 0) return [];
  const isWithdrawn = isDateWithdrawn(vault.scheduledReleaseDate, changes.scheduledReleaseDate);
  // Removing or postponing the date is not an edit of the plan, and is possible after the last one and after the end of the plan.
  const editsAllowed = isWithdrawn && fields.length === 1 ? null : edit.editsAllowed;
  const refusal = editsAllowed === null ? null : editRefusal(vault, editsAllowed);
  if (refusal) refuse(refusal);
  if (isBasedOnPast(vault, body.version)) refuseConflict(vault, changes);
  const now = needs.clock.now();
  const isMessageReplaced = changes.message !== undefined;
  const losesFiles = files.removed.length > 0 || files.reworded.length > 0;
  const isContentLost = vault.paymentStatus !== 'unpaid' && (isMessageReplaced || losesFiles);
  const date = changes.scheduledReleaseDate;
  await checkDate(tx, vaultId, date, now);
  if (isWithdrawn && vault.paymentStatus !== 'unpaid') requireProof(owner, now, proofReasons.withdrawnDate);
  requireProofs(owner, { changes, isContentLost }, now);
  const counts = date ? { dateCountsFrom: dateCountsFrom(owner, now) } : {};
  const written = { ...sealMessage(texts, changes, now), ...counts };
  if (!(await editOnce(tx, { vault, changes: written, editsAllowed, ...repeat }, now))) refuse('vault-released');
  if (questions) await saveQuestions(needs, tx, vault, { ...questions, texts });
  const detail = { fields: fields.join(' ') };
  await recordAct(needs, tx, { vaultId, userId: owner.id, actor: 'owner', event: 'vault-edited', detail });
  await reportEdit(needs, tx, vault, changes);
  if (isWithdrawn) {
    const dates = { before: vault.scheduledReleaseDate, after: date ?? null };
    await notifyOfDate(needs, tx, {
      vault: { ...vault, ...changes },
      ownerName: ownerName(owner),
      within: edit.within,
      ...dates,
    });
  }
  const lost = { vault: edit.vault, texts, isMessageReplaced, files };
  const keptUntil = isContentLost ? await reportContent(needs, tx, lost) : null;
  return applySave(needs, tx, { vaultId, ownerId: owner.id, plan: files, keptUntil });
}

async function executorsToNotify(needs: EditVaultNeeds, { owner, vaultId, body }: Edit): Promise<ReadonlySet<string>> {
  const wanted = wantedIn(body).scheduledReleaseDate;
  const found = wanted === undefined ? null : await findVaultOf(needs.database, owner.id, vaultId);
  const isNotified = found?.vault.status === 'active' && isDateWithdrawn(found.vault.scheduledReleaseDate, wanted);
  return isNotified && isProven(owner, needs.clock.now())
    ? limitDateLetters(needs, { ownerId: owner.id, vaultId })
    : new Set<string>();
}

/** @throws {Refusal} proof-needed */
function requireProofs(
  owner: Owner,
  { changes, isContentLost }: { changes: Partial<Editable>; isContentLost: boolean },
  now: Date,
): void {
  if (isRedirected(changes)) requireProof(owner, now);
  if (changes.scheduledReleaseDate) requireProofOfNearDate(owner, changes.scheduledReleaseDate, now);
  if (isContentLost) requireProofInOldSession(owner, now, proofReasons.content);
}

const openMessage = (texts: VaultTexts, vault: VaultRow): VaultRow => ({
  ...vault,
  message: texts.open('message', vault.message),
});

const sealMessage = (texts: VaultTexts, changes: Partial<Editable>, messageWrittenAt: Date): Partial<VaultRow> =>
  changes.message === undefined
    ? changes
    : { ...changes, message: texts.seal('message', changes.message), messageWrittenAt };

function refuseConflict(vault: VaultRow, changes: Partial<Editable>): never {
  const { title, recipientName, recipientEmail, message, scheduledReleaseDate, version } = vault;
  const stored = { title, recipientName, recipientEmail, message, version };
  const { scheduledReleaseDate: date, ...texts } = changes;
  return refuse('edit-conflict', {
    conflict: {
      stored: { ...stored, scheduledReleaseDate: scheduledReleaseDate?.toISOString() ?? null },
      sent: { ...texts, ...(date === undefined ? {} : { scheduledReleaseDate: date?.toISOString() ?? null }) },
    },
  });
}

async function saveQuestions(
  needs: EditVaultNeeds,
  tx: Transaction,
  vault: VaultRow,
  { texts, ...change }: QuestionChange & { texts: VaultTexts },
) {
  const sealed = change.after.map((question) => sealQuestion(texts, question));
  await replaceQuestions(tx, vault.id, sealed);
  const about = { userId: vault.creatorId, vault: { id: vault.id, title: vault.title } };
  const after = change.after.length === 1 ? 'one question' : `${change.after.length} questions`;
  await reportChange(needs, tx, { ...about, kind: 'questions', earlier: { questions: change.before }, after });
}

async function checkDate(tx: Transaction, vaultId: string, date: Date | null | undefined, now: Date): Promise<void> {
  if (date && date <= now) refuseDate(dateInThePast);
  if (date === null && (await listExecutors(tx, vaultId)).length === 0) refuseDate(releaseWayMissing);
}

/** The fields that the body contains. */
function wantedIn(body: Body): Partial<Editable> {
  const { title, recipientName, recipientEmail, message, scheduledReleaseDate, removesReleaseDate } = body;
  const texts = { title, recipientName, recipientEmail, message };
  const given = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined));
  if (removesReleaseDate) return { ...given, scheduledReleaseDate: null };
  return scheduledReleaseDate ? { ...given, scheduledReleaseDate: new Date(scheduledReleaseDate) } : given;
}

const refuseDate = (sentence: string): never =>
  refuse('invalid-input', { detail: sentence, fields: { scheduledReleaseDate: sentence } });
