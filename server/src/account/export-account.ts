// Exports an account as a ZIP that is built while it is sent.
// The export contains no code, digest or answer.
import type { Readable } from 'node:stream';
import { refusals } from '@remembrance/contract/refusals.ts';
import { listAudit, recordAudit } from '../audit/audit-store.ts';
import type { Database } from '../database/open-database.ts';
import { listExecutors } from '../executors/executor-store.ts';
import { type Archive, createArchive } from '../files/build-archive.ts';
import { listStoredFiles } from '../files/file-integrity-store.ts';
import { listFilesOf } from '../files/file-store.ts';
import { openWhatCan } from '../files/file-words.ts';
import { pathPart, uniqueNames } from '../files/path-names.ts';
import { type ReadingNeeds, readVerified } from '../files/read-verified.ts';
import { unlessUnreadable } from '../keys/vault-texts.ts';
import { refuse } from '../lib/refusal.ts';
import { type ReportChangeNeeds, reportChange } from '../owner-changes/report-change.ts';
import { listPaymentsOf } from '../payments/payment-store.ts';
import { listQuestions } from '../recipients/question-store.ts';
import { openQuestion } from '../recipients/question-texts.ts';
import { deviceInWords } from '../sessions/device-rules.ts';
import { listSessionsOf } from '../sessions/session-store.ts';
import { findUser, type UserRow } from '../users/user-store.ts';
import { type FoundVault, findVaultOf, listVaultIdsOf } from '../vaults/vault-store.ts';
import { listLettersTo, listPasskeyNamesOf, listPurchasesOf } from './export-store.ts';
import { type ExportedVault, readmeText, vaultText } from './export-text.ts';
import { extensionOf, typeOfExtension } from './picture-rules.ts';
import { picturePath } from './set-picture.ts';

export interface ExportNeeds extends ReportChangeNeeds, ReadingNeeds {
  database: Database;
  productName: string;
}

export async function exportAccount(needs: ExportNeeds, ownerId: string): Promise<Readable> {
  const user = (await findUser(needs.database, ownerId)) ?? refuse('unauthorized');
  const now = needs.clock.now();
  await needs.database.transaction(async (tx) => {
    await recordAudit(needs, tx, { userId: ownerId, actor: 'owner', event: 'account-exported' });
    await reportChange(needs, tx, { userId: ownerId, kind: 'export' });
  });
  const archive = createArchive(now);
  archive.addText('README.txt', readmeText(needs.productName, now.toISOString()));
  archive.addJson('account.json', await accountFacts(needs, user));
  const picture = picturePath(user.profileImageUrl);
  const type = typeOfExtension(user.profileImageUrl ?? '');
  if (picture && type) {
    const read = () => needs.storage.read(picture, 0, Number.POSITIVE_INFINITY);
    archive.addLater(`picture.${extensionOf(type)}`, read, Number.POSITIVE_INFINITY);
  }
  let number = 0;
  for (const id of await listVaultIdsOf(needs.database, ownerId)) {
    const found = await findVaultOf(needs.database, ownerId, id);
    if (found) await addVault(needs, archive, found, ++number);
  }
  archive.end();
  return archive.output;
}

async function accountFacts({ database, clock }: ExportNeeds, user: UserRow) {
  const { email, firstName, lastName, createdAt, termsAcceptedAt, trialStartedAt, refusedLetters } = user;
  const sessions = await listSessionsOf(database, user.id, clock.now());
  return {
    ...{ email, firstName, lastName, createdAt, termsAcceptedAt, trialStartedAt, refusedLetters },
    plans: await listPurchasesOf(database, user.id),
    payments: await listPaymentsOf(database, user.id),
    sessions: sessions.map(({ id: _, userAgent, ...session }) => ({ device: deviceInWords(userAgent), ...session })),
    passkeys: await listPasskeyNamesOf(database, user.id),
    letters: await listLettersTo(database, user.id),
  };
}

async function addVault(
  needs: ExportNeeds,
  archive: Archive,
  { vault, wrappedKey }: FoundVault,
  number: number,
): Promise<void> {
  const { database } = needs;
  const texts = await needs.vaultKeys.textsOf(vault.id, wrappedKey);
  const folder = `vaults/${number} ${pathPart(vault.title)}`;
  const stored = await listFilesOf(database, vault.id, vault.creatorId);
  const files = (stored?.files ?? []).map((file) => openWhatCan(texts, file));
  const names = uniqueNames(files.map(({ fileName }) => pathPart(fileName)));
  const listed = files.map((file, index) => ({ ...file, path: `files/${names[index]}` }));
  const history = await listAudit(database, vault.id);
  const questions = await listQuestions(database, vault.id);
  const executors = await listExecutors(database, vault.id);
  const exported: ExportedVault = {
    id: vault.id,
    title: vault.title,
    status: vault.status,
    plan: vault.planType,
    paymentStatus: vault.paymentStatus,
    recipient: { name: vault.recipientName, email: vault.recipientEmail },
    message: opened(() => texts.open('message', vault.message, vault.isSealed)),
    securityQuestions: questions.map((question) => opened(() => openQuestion(texts, question).question)),
    executors: executors.map(({ name, email }) => ({ name, email })),
    files: listed.map(({ fileName, path, caption, transcript, mimeType, sizeBytes, createdAt }) => ({
      ...{ name: fileName, path, caption, transcript, type: mimeType, sizeBytes },
      addedAt: createdAt.toISOString(),
    })),
    scheduledReleaseDate: vault.scheduledReleaseDate?.toISOString() ?? null,
    createdAt: vault.createdAt.toISOString(),
    activatedAt: vault.activatedAt?.toISOString() ?? null,
    releasedAt: vault.releasedAt?.toISOString() ?? null,
    history: history.map(({ at, actor, event }) => ({ at: at.toISOString(), by: actor, event })),
  };
  archive.addJson(`${folder}/vault.json`, exported);
  archive.addText(`${folder}/vault.txt`, vaultText(exported));
  const paths = new Map(listed.map(({ id, path }) => [id, path]));
  for (const file of await listStoredFiles(database, vault.id)) {
    const whole = { first: 0, last: file.sizeBytes - 1 };
    archive.addLater(`${folder}/${paths.get(file.id)}`, () => readVerified(needs, file, whole), file.sizeBytes);
  }
}

/** What cannot be opened keeps nothing else back. */
const opened = (open: () => string): string => unlessUnreadable(open) ?? refusals['vault-unreadable'].detail;
