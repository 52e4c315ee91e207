// Exports an account as a ZIP, complete or in part.
// The export contains no code, digest or answer.
import { refusals } from '@remembrance/contract/refusals.ts';
import { entryOf, openPrepared, type PreparedFile, prepareFile } from '../files/download/archive-file.ts';
import { type Archive, type ArchiveEntry, buildArchive } from '../files/download/build-archive.ts';
import { maxFolder, pathPart, uniqueNames } from '../files/download/path-names.ts';
import { listFilesToArchive } from '../files/stored/file-integrity-store.ts';
import { listFilesOf } from '../files/stored/file-store.ts';
import { openWhatCan } from '../files/stored/file-words.ts';
import type { OpenFileNeeds } from '../files/stored/open-file.ts';
import { unlessUnreadable, type VaultTexts } from '../keys/vault/vault-texts.ts';
import { listPaymentsOf } from '../payments/settlement/payment-store.ts';
import { deviceInWords } from '../people/sessions/device-rules.ts';
import { listSessionsOf } from '../people/sessions/session-store.ts';
import { findUser, type UserRow } from '../people/users/user-store.ts';
import type { Database } from '../platform/database/transaction.ts';
import { refuse } from '../platform/lib/refusal.ts';
import { listActs } from '../records/acts/act-store.ts';
import { listExecutors } from '../vaults/executors/executor-store.ts';
import { listQuestions } from '../vaults/recipients/question-store.ts';
import { openQuestion } from '../vaults/recipients/question-texts.ts';
import { type FoundVault, findVaultOf, listVaultIdsOf } from '../vaults/vault/vault-store.ts';
import { listLettersTo, listPasskeyNamesOf, listPurchasesOf } from './export-store.ts';
import { type ExportedVault, readmeText, vaultText } from './export-text.ts';
import { extensionOf, typeOfExtension } from './picture-rules.ts';
import { picturePath } from './set-picture.ts';

export interface ExportNeeds extends OpenFileNeeds {
  database: Database;
  productName: string;
}

/** @param at the moment that the export describes */
export async function exportAccount(needs: ExportNeeds, ownerId: string, at: Date): Promise<Archive> {
  const user = (await findUser(needs.database, ownerId)) ?? refuse('unauthorized');
  const entries: ArchiveEntry[] = [
    { path: 'README.txt', text: readmeText(needs.productName, at.toISOString()), mtime: at },
    { path: 'account.json', text: jsonOf(await accountFacts(needs, user, at)), mtime: at },
  ];
  const picture = picturePath(user.profileImageUrl);
  const type = typeOfExtension(user.profileImageUrl ?? '');
  if (picture && type) {
    const bytes = await needs.storage.read(picture, 0, Number.POSITIVE_INFINITY);
    entries.push({ path: `picture.${extensionOf(type)}`, text: Buffer.concat(await bytes.toArray()), mtime: at });
  }
  for (const [index, id] of (await listVaultIdsOf(needs.database, ownerId)).entries()) {
    const found = await findVaultOf(needs.database, ownerId, id);
    if (found) entries.push(...(await vaultEntries(needs, found, { number: index + 1, at })));
  }
  return buildArchive(entries);
}

const jsonOf = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

async function accountFacts({ database, clock }: ExportNeeds, user: UserRow, at: Date) {
  const { email, firstName, lastName, createdAt, termsAcceptedAt, trialStartedAt, refusedLetters, timeZone } = user;
  const sessions = await listSessionsOf(database, user.id, clock.now());
  return {
    email,
    firstName,
    lastName,
    createdAt,
    termsAcceptedAt,
    trialStartedAt,
    refusedLetters,
    timeZone,
    plans: await listPurchasesOf(database, user.id),
    payments: await listPaymentsOf(database, user.id),
    sessions: sessions.map(({ id: _, userAgent, ...session }) => ({ device: deviceInWords(userAgent), ...session })),
    passkeys: await listPasskeyNamesOf(database, user.id),
    letters: await listLettersTo(database, user.id, at),
  };
}

interface Place {
  number: number;
  at: Date;
}

async function vaultEntries(needs: ExportNeeds, { vault, wrappedKey }: FoundVault, { number, at }: Place) {
  const { database } = needs;
  const texts = await needs.vaultKeys.textsOf(vault.id, wrappedKey);
  const folder = `vaults/${number} ${pathPart(vault.title, maxFolder)}`;
  const files = await listFiles(needs, vault, texts);
  const history = await listActs(database, vault.id);
  const questions = await listQuestions(database, vault.id);
  const executors = await listExecutors(database, vault.id);
  const exported: ExportedVault = {
    id: vault.id,
    title: vault.title,
    status: vault.status,
    plan: vault.planType,
    paymentStatus: vault.paymentStatus,
    recipient: { name: vault.recipientName, email: vault.recipientEmail, secondEmail: vault.recipientSecondEmail },
    followUp: vault.followUp,
    message: opened(() => texts.open('message', vault.message)),
    securityQuestions: questions.map((question) => opened(() => openQuestion(texts, question).question)),
    executors: executors.map(({ name, email, secondEmail }) => ({ name, email, secondEmail })),
    files: files.map(({ fileName, path, caption, transcript, mimeType, sizeBytes, createdAt, stored }) => ({
      name: fileName,
      path,
      caption,
      transcript,
      type: mimeType,
      sizeBytes,
      addedAt: createdAt.toISOString(),
      isDamaged: stored?.prepared.isPartial ?? true,
    })),
    scheduledReleaseDate: vault.scheduledReleaseDate?.toISOString() ?? null,
    createdAt: vault.createdAt.toISOString(),
    activatedAt: vault.activatedAt?.toISOString() ?? null,
    releasedAt: vault.releasedAt?.toISOString() ?? null,
    history: history.map(({ at: time, actor, event }) => ({ at: time.toISOString(), by: actor, event })),
  };
  return [
    { path: `${folder}/vault.json`, text: jsonOf(exported), mtime: at },
    { path: `${folder}/vault.txt`, text: vaultText(exported), mtime: at },
    ...files.flatMap(({ path, stored }) => (stored ? [storedEntry(needs, `${folder}/${path}`, stored)] : [])),
  ];
}

async function listFiles(needs: ExportNeeds, vault: FoundVault['vault'], texts: VaultTexts) {
  const stored = await listFilesToArchive(needs.database, vault.id);
  const listed = await listFilesOf(needs.database, vault.id, vault.creatorId);
  const files = (listed?.files ?? []).map((file) => openWhatCan(texts, file));
  const names = uniqueNames(files.map(({ fileName }) => pathPart(fileName)));
  const found = [];
  for (const [index, file] of files.entries()) {
    const row = stored.find(({ id }) => id === file.id);
    const prepared = row && (await prepareFile(needs, row));
    found.push({ ...file, path: `files/${names[index]}`, stored: prepared ? { file: row, prepared } : null });
  }
  return found;
}

const storedEntry = (needs: ExportNeeds, path: string, { file, prepared }: StoredEntry): ArchiveEntry =>
  entryOf({ path, mtime: file.createdAt, prepared }, (part) => openPrepared(needs, file, prepared, part));

interface StoredEntry {
  file: Awaited<ReturnType<typeof listFilesToArchive>>[number];
  prepared: PreparedFile;
}

/** Opens what it can: an unreadable text does not stop the rest. */
const opened = (open: () => string): string => unlessUnreadable(open) ?? refusals['vault-unreadable'].detail;
