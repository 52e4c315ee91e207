// Edits a vault that is not released, with its files. An edit that changes nothing is not counted. An edit based on an older version
// is refused with both versions, and a repeat with the same idempotency key changes nothing.
import type { editVault as editVaultCall } from '@remembrance/contract/edit-vault.ts';
import type { BodyOf } from '@remembrance/contract/endpoint.ts';
import { ownerChangeDays } from '@remembrance/contract/limits.ts';
import { unlimited } from '@remembrance/contract/plan-catalogue.ts';
import type { ObjectStorage } from '../../files/storage/object-storage.ts';
import { applySave, type PlannedSave, planSave, readStoredFiles } from '../../files/stored/save-files.ts';
import { isProven, requireProof } from '../../http/require-proof.ts';
import type { Owner } from '../../http/routes.ts';
import type { VaultKeys } from '../../keys/vault/vault-keys.ts';
import type { VaultTexts } from '../../keys/vault/vault-texts.ts';
import type { ReportChangeNeeds } from '../../people/owner-changes/report-change.ts';
import { ownerName } from '../../people/users/owner-name.ts';
import { editRefusal, isLastEdit } from '../../plans/edit-rules.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { daysLater } from '../../platform/lib/clock.ts';
import { isId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import type { LetterLimitNeeds } from '../executors/limit-executor-letters.ts';
import { limitDateLetters, notifyOfDate } from '../executors/notify-of-date.ts';
import { replaceQuestions } from '../recipients/question-store.ts';
import { sealQuestion } from '../recipients/question-texts.ts';
import { editOnce } from '../vault/edit-store.ts';
import { dateCountsFrom } from '../vault/near-date.ts';
import { findVaultOf, lockVaultOf, type VaultRow } from '../vault/vault-store.ts';
import { checkDate, refuseConflict, requireProofs } from './edit-checks.ts';
import {
  changeOfQuestions,
  type PreparedQuestion,
  prepareQuestions,
  type QuestionChange,
  type QuestionNeeds,
} from './question-edits.ts';
import { reportEdit } from './report-edit.ts';
import { changedFields, type Editable, isBasedOnPast, isDateWithdrawn, namesOfChanges } from './vault-rules.ts';

export interface EditVaultNeeds extends ReportChangeNeeds, QuestionNeeds, LetterLimitNeeds {
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

/** @returns the vault as this edit left it, even if it is deleted in the same moment */
export async function editVault(needs: EditVaultNeeds, { owner, vaultId, body, repeatKey = null }: Edit) {
  if (!isId(vaultId)) refuse('vault-not-found');
  const [editDigest, ...others] = repeatKey ? needs.keyring.digests('repeated-request', JSON.stringify(body)) : [null];
  if (body.questions) requireProof(owner, needs.clock.now());
  const texts = await needs.vaultKeys.ownTexts(needs.database, { vaultId, ownerId: owner.id });
  const prepared = body.questions ? await prepareQuestions(needs, owner.id, body.questions) : null;
  const within = await executorsToNotify(needs, { owner, vaultId, body });
  const { objects, saved } = await needs.database.transaction(async (tx) => {
    // Locked before reading, so that the previous recipient in the report is the one this edit replaces.
    await lockVaultOf(tx, owner.id, vaultId);
    const found = (await findVaultOf(tx, owner.id, vaultId)) ?? refuse('vault-not-found');
    if (repeatKey && found.vault.editKey === repeatKey) {
      if (![editDigest, ...others].includes(found.vault.editDigest)) refuse('repeated-differently');
      return { objects: [], saved: found };
    }
    const repeat = { editKey: repeatKey, editDigest };
    const removed = await applyEdit(needs, tx, { ...found, texts, owner, body, prepared, within, repeat });
    return { objects: removed, saved: (await findVaultOf(tx, owner.id, vaultId)) ?? refuse('vault-not-found') };
  });
  // If this fails, the object no longer has a row, and the sweep removes it.
  await Promise.allSettled(objects.map((path) => needs.storage.remove(path)));
  return saved;
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
  const { texts, owner, body, prepared } = edit;
  if (edit.vault.status === 'released') refuse('vault-released');
  const vault = openMessage(texts, edit.vault);
  const changes = changedFields(vault, wantedIn(body));
  const files = await planSave(tx, texts, { vaultId: vault.id, wanted: body });
  const questions = prepared && (await changeOfQuestions(tx, { ...vault, ...changes, texts }, prepared));
  const names = namesOfChanges(vault.scheduledReleaseDate, changes);
  const fields = [...names, ...(files.isChanged ? ['files'] : []), ...(questions ? ['questions'] : [])];
  if (fields.length === 0) return [];
  const isWithdrawn = isDateWithdrawn(vault.scheduledReleaseDate, changes.scheduledReleaseDate);
  // Removing or postponing the date is not an edit of the plan, and is possible after the last one and after the end of the plan.
  const editsAllowed = isWithdrawn && fields.length === 1 ? null : edit.editsAllowed;
  const refusal = editsAllowed === null ? null : editRefusal(vault, editsAllowed);
  if (refusal) refuse(refusal);
  if (isBasedOnPast(vault, body.version)) refuseConflict(vault, changes);
  const isLast = isLastEdit(vault, editsAllowed);
  const losesFiles = files.removed.length > 0 || files.reworded.length > 0;
  const isContentLost = vault.paymentStatus !== 'unpaid' && (changes.message !== undefined || losesFiles);
  const now = needs.clock.now();
  await checkDate(tx, vault.id, changes.scheduledReleaseDate, now);
  requireProofs(owner, { vault, changes, isWithdrawn, isLast, isContentLost }, now);
  const isContentReported = isContentLost || (isLast && files.isChanged);
  return writeEdit(needs, tx, {
    ...edit,
    changes,
    questions,
    files,
    editsAllowed,
    fields,
    isWithdrawn,
    isLast,
    isContentReported,
  });
}

interface CheckedEdit extends Omit<FoundEdit, 'editsAllowed'> {
  changes: Partial<Editable>;
  questions: QuestionChange | null;
  files: PlannedSave;
  editsAllowed: number | null;
  fields: readonly string[];
  isWithdrawn: boolean;
  isLast: boolean;
  isContentReported: boolean;
}

async function writeEdit(needs: EditVaultNeeds, tx: Transaction, edit: CheckedEdit): Promise<string[]> {
  const { vault, texts, owner, changes, files, editsAllowed, isContentReported } = edit;
  const [vaultId, ownerId, now] = [vault.id, owner.id, needs.clock.now()];
  const date = changes.scheduledReleaseDate;
  const written = {
    ...sealMessage(texts, changes, now),
    // It may belong to the previous recipient.
    ...(changes.recipientEmail === undefined ? {} : { recipientSecondEmail: null }),
    ...(date ? { dateCountsFrom: dateCountsFrom(owner, now) } : {}),
  };
  const filesBefore = isContentReported ? await readStoredFiles(tx, vaultId) : [];
  if (!(await editOnce(tx, { vault, changes: written, editsAllowed, ...edit.repeat }, now))) refuse('vault-released');
  const questions = edit.questions && sealedQuestions(texts, edit.questions);
  if (questions) await replaceQuestions(tx, vaultId, questions.after);
  const detail = { fields: edit.fields.join(' ') };
  await recordAct(needs, tx, { vaultId, userId: ownerId, actor: 'owner', event: 'vault-edited', detail });
  const keptUntil = isContentReported ? daysLater(now, ownerChangeDays) : null;
  const objects = await applySave(needs, tx, { vaultId, ownerId, plan: files, keptUntil });
  const isCounted = editsAllowed !== null && editsAllowed !== unlimited && vault.paymentStatus !== 'unpaid';
  const editVersion = isCounted ? vault.version + 1 : null;
  await reportEdit(needs, tx, { ...edit, questions, before: vault, filesBefore, editVersion, isLastEdit: edit.isLast });
  if (edit.isWithdrawn) {
    const about = { vault: { ...vault, ...changes }, ownerName: ownerName(owner), within: edit.within };
    await notifyOfDate(needs, tx, { ...about, before: vault.scheduledReleaseDate, after: date ?? null });
  }
  return objects;
}

const sealedQuestions = (texts: VaultTexts, { before, after }: QuestionChange): QuestionChange => ({
  before,
  after: after.map((question) => sealQuestion(texts, question)),
});

async function executorsToNotify(needs: EditVaultNeeds, { owner, vaultId, body }: Edit): Promise<ReadonlySet<string>> {
  const wanted = wantedIn(body).scheduledReleaseDate;
  const found = wanted === undefined ? null : await findVaultOf(needs.database, owner.id, vaultId);
  const isNotified = found?.vault.status === 'active' && isDateWithdrawn(found.vault.scheduledReleaseDate, wanted);
  return isNotified && isProven(owner, needs.clock.now())
    ? limitDateLetters(needs, { ownerId: owner.id, vaultId })
    : new Set<string>();
}

const openMessage = (texts: VaultTexts, vault: VaultRow): VaultRow => ({
  ...vault,
  message: texts.open('message', vault.message),
});

const sealMessage = (texts: VaultTexts, changes: Partial<Editable>, messageWrittenAt: Date): Partial<VaultRow> =>
  changes.message === undefined
    ? changes
    : { ...changes, message: texts.seal('message', changes.message), messageWrittenAt };

/** The fields that the body contains. */
function wantedIn(body: Body): Partial<Editable> {
  const { title, recipientName, recipientEmail, message, scheduledReleaseDate, removesReleaseDate } = body;
  const texts = { title, recipientName, recipientEmail, message };
  const given = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined));
  if (removesReleaseDate) return { ...given, scheduledReleaseDate: null };
  return scheduledReleaseDate ? { ...given, scheduledReleaseDate: new Date(scheduledReleaseDate) } : given;
}
