// The emails about a request: to the owner, with the one link that stops it, and to the executors, who see who has said what.
import { codePath } from '@remembrance/contract/executor-card.ts';
import { deriveSecret, newSource, type SecretSource } from '../../keys/secret/mailed-secret.ts';
import { type NewLetterInput, type QueueLetterNeeds, queueLetter } from '../../letters/ledger/queue-letter.ts';
import { toEachMailbox } from '../../letters/ledger/to-each-mailbox.ts';
import type { FactsOf } from '../../letters/templates/letter-content.ts';
import { trustedAddress } from '../../people/users/earlier-email-store.ts';
import { envelopeName, greetingName, ownerName } from '../../people/users/owner-name.ts';
import { findUser, type UserRow } from '../../people/users/user-store.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { NoticeKind } from './release-states.ts';
import { findRequest, listCodeHolders, lockVaultOfRequest, type RequestRow } from './request-store.ts';

export interface RequestLetterNeeds extends QueueLetterNeeds {
  publicUrl: string;
}

export interface VaultOfRequest {
  id: string;
  creatorId: string;
  title: string;
  recipientName: string;
}

/** The salt and the digest of a new request's token. */
export function newStopToken({ keyring }: Pick<QueueLetterNeeds, 'keyring'>, requestId: string) {
  const secret = newSource(keyring, 'token', secretOf(requestId));
  const stopToken = keyring.digest('link-token', deriveSecret(keyring, secret));
  return { stopSalt: secret.salt, stopToken };
}

const secretOf = (requestId: string): string => `release-stop ${requestId}`;
const stopSecret = ({ id, stopSalt }: RequestRow): SecretSource => ({
  form: 'token',
  of: secretOf(id),
  salt: stopSalt,
});

/** Stored as who asked if nobody did. Nobody reads it. */
export const silenceName = 'the check-in';
/** Null if the owner's silence has opened the request. */
export const askerName = ({ bySilence, askedByName }: RequestRow): string | null => (bySilence ? null : askedByName);

export type WaitStage = FactsOf<'release-wait'>['stage'];

/** The once-key of an email to the owner. The release waits for the first one, so its key is used in the statement that finds due waits. */
export const waitKey = (stage: WaitStage, requestId: string): string => `release-wait/${stage}/${requestId}`;

interface ToOwner {
  request: RequestRow;
  vault: VaultOfRequest;
  stage: WaitStage;
}

/** To both addresses of an account that has moved: only the trusted one gets the link that stops the release. */
export async function warnOwner(needs: RequestLetterNeeds, tx: Transaction, { request, vault, stage }: ToOwner) {
  const user = await findUser(tx, vault.creatorId);
  if (!user) return;
  const trusted = trustedAddress(user, needs.clock.now());
  for (const email of new Set([trusted, user.email])) {
    const stops = email === trusted;
    // Browsers never send the part after #, so no log and no other site sees it.
    const link = stops
      ? { before: `${needs.publicUrl}/stop-release#`, secret: stopSecret(request) }
      : `${needs.publicUrl}/vault/${vault.id}`;
    const facts = {
      ...{
        firstName: greetingName(user),
        vaultTitle: vault.title,
        recipientName: vault.recipientName,
        stage,
        stops,
        link,
      },
      askedBy: askerName(request),
      agreedBy: request.agreedByName,
      dueAt: request.dueAt.toISOString(),
    };
    const onceKey = `${waitKey(stage, request.id)}${stops ? '' : '/new'}`;
    const about = { to: { name: envelopeName(user), email }, userId: user.id, vaultId: vault.id, onceKey };
    await queueLetter(needs, tx, { ...about, content: { kind: 'release-wait', facts } });
  }
}

/** Tells everybody what has become of a request. Can be repeated: each email is sent once for each step of a request. */
export async function notifyOfRequest(
  needs: RequestLetterNeeds,
  tx: Transaction,
  {
    request,
    vault,
    notice,
    except,
  }: { request: RequestRow; vault: VaultOfRequest; notice: NoticeKind; except?: string | undefined },
): Promise<void> {
  if (notice === 'release') return; // its own letters are written with the release
  const user = await findUser(tx, vault.creatorId);
  if (!user) return;
  if (notice === 'asked' || notice === 'waiting') {
    await warnOwner(needs, tx, { request, vault, stage: notice === 'asked' ? 'asked' : 'started' });
  } else if (notice !== 'deleted' && notice !== 'account-deleted')
    await queueLetter(needs, tx, endToOwner(needs, user, { request, vault, notice }));
  const holders = (await listCodeHolders(tx, vault.id)).filter(({ id }) => id !== except);
  const about = { request, vault, notice, hasOthers: holders.length > 1 };
  await queueLetter(needs, tx, ...holders.flatMap((to) => lettersToExecutor(needs, user, { ...about, to })));
}

/** After a restore. */
export async function notifyAgain(needs: RequestLetterNeeds, tx: Transaction, requestId: string): Promise<void> {
  const request = await findRequest(tx, requestId);
  const vault = request && (await lockVaultOfRequest(tx, request.vaultId));
  const notice = request?.endedWhy ?? request?.state;
  if (!vault || !notice || notice === 'released' || notice === 'dated') return;
  await notifyOfRequest(needs, tx, { request, vault, notice: notice as NoticeKind }); // only this service writes it
}

interface End {
  request: RequestRow;
  vault: VaultOfRequest;
  notice: Exclude<NoticeKind, 'release'>;
}

const endToOwner = (
  { publicUrl }: RequestLetterNeeds,
  user: UserRow,
  { request, vault, notice }: End,
): NewLetterInput => ({
  to: { name: envelopeName(user), email: user.email },
  userId: user.id,
  vaultId: vault.id,
  onceKey: `release-wait/${notice}/${request.id}`,
  content: {
    kind: 'release-wait-ended',
    facts: {
      firstName: greetingName(user),
      vaultTitle: vault.title,
      askedBy: askerName(request),
      why: notice,
      endedBy: request.endedByName,
      reason: request.reason,
      link: `${publicUrl}/vault/${vault.id}`,
    },
  },
});

type Holder = Awaited<ReturnType<typeof listCodeHolders>>[number];

/** A request stores only the name of who ended it. */
const isEnder = ({ endedByName }: RequestRow, { name, email }: Holder): boolean => endedByName === (name || email);

function lettersToExecutor(
  { publicUrl }: RequestLetterNeeds,
  user: UserRow,
  { request, vault, notice, to, hasOthers }: End & { to: Holder; hasOthers: boolean },
): NewLetterInput[] {
  const facts = {
    ...{
      executorName: to.name,
      ownerName: ownerName(user),
      vaultTitle: vault.title,
      recipientName: vault.recipientName,
    },
    notice,
    isAsker: request.askedBy === to.id,
    isAgreer: request.agreedBy === to.id,
    isEnder: isEnder(request, to),
    pauses: hasOthers && request.askedBy === to.id && isEnder(request, to) && request.waitsFrom !== null,
    askedBy: request.bySilence ? null : nameForOthers(request.askedByName),
    agreedBy: request.agreedByName && nameForOthers(request.agreedByName),
    endedBy: request.endedByName && nameForOthers(request.endedByName),
    reason: request.reason,
    dueAt: request.dueAt.toISOString(),
    link: `${publicUrl}${codePath}`,
  };
  const onceKey = `executor-wait/${notice}/${request.id}/${to.id}`;
  return toEachMailbox(to, { vaultId: vault.id, onceKey, content: { kind: 'executor-wait', facts } });
}

/** An executor without a name is known to the owner by the address, which the other executors need not know. */
export const nameForOthers = (name: string): string => (name.includes('@') ? 'another executor' : name);
