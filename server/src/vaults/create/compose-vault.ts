// Decides whether a new vault has room and is active at once, and composes everything that is written for it. Reads and writes nothing.
import type { BodyOf } from '@remembrance/contract/endpoint.ts';
import { draftsPerOwner } from '@remembrance/contract/limits.ts';
import type { createVault as createVaultCall } from '@remembrance/contract/vaults.ts';
import type { WrappedKey } from '../../keys/vault/vault-key-store.ts';
import type { VaultTexts } from '../../keys/vault/vault-texts.ts';
import type { NewLetterInput } from '../../letters/ledger/queue-letters.ts';
import { ownerName } from '../../people/users/owner-name.ts';
import { type FreePlace, fullSentence, placesIn } from '../../plans/place-rules.ts';
import { newId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { type Act, newActs } from '../../records/acts/act-store.ts';
import type { NewExecutor } from '../executors/executor-store.ts';
import { type CodeNeeds, codeLetter, newCode } from '../executors/new-code.ts';
import { type HashedQuestion, newQuestions } from '../recipients/question-store.ts';
import { sealQuestion } from '../recipients/question-texts.ts';
import type { NewVault, OwnerRoom } from '../stores/new-vault-store.ts';
import type { FoundVault, VaultRow } from '../stores/vault-store.ts';

export type ComposeNeeds = CodeNeeds;
export type VaultBody = BodyOf<typeof createVaultCall>;

interface Wish {
  body: VaultBody;
  /** Of the new vault, whose id it has. */
  key: WrappedKey;
  texts: VaultTexts;
  questions: readonly HashedQuestion[];
  dateCountsFrom: Date | null;
  creationKey: string | null;
  creationDigest: string | null;
}
export interface ComposedVault extends NewVault {
  /** Not empty where the vault is active. */
  letters: NewLetterInput[];
  /** The vault as its owner finds it once it is written. */
  found: FoundVault;
}

/** @throws {Refusal} invalid-input, plan-limit-reached or draft-limit-reached */
export function composeVault(needs: ComposeNeeds, wish: Wish, room: OwnerRoom): ComposedVault {
  const { plan, place } = findPlace(wish.body, room);
  const vault = vaultRow(needs, wish, { room, place });
  const executor = executorOf(needs, vault, wish);
  const code =
    place && executor
      ? codeLetter(needs, {
          executor: { ...executor, note: '' },
          vault,
          ownerName: ownerName(room.owner),
          replacesEarlier: false,
        })
      : null;
  const { id: vaultId, creatorId: userId, planType, paymentStatus } = vault;
  const lines: Act[] = [
    { vaultId, userId, actor: 'owner', event: 'vault-created', detail: { planType } },
    ...(code ? [code.line] : []),
    ...(place
      ? [{ vaultId, userId, actor: 'service', event: 'vault-activated', detail: { paymentStatus, planType } } as const]
      : []),
  ];
  const payer = room.purchases.find(({ id }) => id === place?.purchaseId);
  return {
    version: room.version,
    vault,
    key: wish.key,
    questions: newQuestions(
      vaultId,
      wish.questions.map((question) => sealQuestion(wish.texts, question)),
    ),
    executors: executor ? [{ ...executor, ...code?.stored }] : [],
    lines: newActs(needs, lines),
    letters: code ? [code.letter] : [],
    found: {
      vault,
      wrappedKey: wish.key.wrappedKey,
      editsAllowed: plan.editsAllowed,
      purchaseStatus: payer?.status ?? null,
      periodEnd: payer?.periodEnd ? new Date(payer.periodEnd) : null,
      questionsLocked: false,
      codes: code && executor ? [codeOf(executor, vault)] : [],
      invitation: null,
      verifiedAt: null,
    },
  };
}

/** The place that is paid for and free, if the vault can be active at once. */
function findPlace(body: VaultBody, room: OwnerRoom) {
  const { plan, used, purchases, drafts } = room;
  if (!plan?.isActive) {
    const sentence = 'Please select a pricing plan';
    refuse('invalid-input', { detail: sentence, fields: { planType: sentence } });
  }
  const { isFull, freePlace } = placesIn(plan, used, purchases);
  if (isFull) refuse('plan-limit-reached', { detail: fullSentence(plan.name) });
  if (!freePlace && drafts >= draftsPerOwner) refuse('draft-limit-reached');
  // A vault with pending uploads waits for its checkout page, so that a failed upload uses no place and sends no code to an
  // executor.
  return { plan, place: body.uploadedFiles.length === 0 ? freePlace : null };
}

function vaultRow(
  { clock }: ComposeNeeds,
  { body, key, texts, dateCountsFrom, creationKey, creationDigest }: Wish,
  { room, place }: { room: OwnerRoom; place: FreePlace | null },
): VaultRow {
  const now = clock.now();
  const { planType, title, recipientName, recipientEmail } = body;
  const message = texts.seal('message', body.message);
  return {
    id: key.vaultId,
    creatorId: room.owner.id,
    planType,
    title,
    recipientName,
    recipientEmail,
    message,

    messageWrittenAt: now,
    createdAt: now,
    updatedAt: now,
    creationKey,
    creationDigest,
    scheduledReleaseDate: body.scheduledReleaseDate ? new Date(body.scheduledReleaseDate) : null,
    dateCountsFrom,
    status: 'active',
    paymentStatus: place?.paymentStatus ?? 'unpaid',
    purchaseId: place?.purchaseId ?? null,
    activatedAt: place ? now : null,

    version: 1,
    editCount: 0,
    editKey: null,
    editDigest: null,
    stripePaymentIntentId: null,
    draftNoticeAt: null,

    releasedAt: null,
    releasedBy: null,
    rehearsedAt: null,
    purgeAt: null,
    checkedAt: null,
    isWhole: false,
  };
}

function executorOf(
  needs: ComposeNeeds,
  { id: vaultId, createdAt }: VaultRow,
  { body: { executorName: name, executorEmail: email }, texts }: Wish,
): NewExecutor | null {
  if (email === '') return null;
  const id = newId(createdAt);
  return { id, vaultId, name, email, createdAt, ...newCode(needs, texts, { id }) };
}

const codeOf = ({ name, email }: NewExecutor, { createdAt }: VaultRow): FoundVault['codes'][number] => ({
  executor: name || email,
  letter: 'waiting',
  writtenAt: createdAt.toISOString(),
  usedAt: null,
  confirmedAt: null,
});
