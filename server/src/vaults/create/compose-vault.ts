// Decides whether a new vault has room and is active immediately, and composes everything to be written for it. Reads and writes nothing.
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
import type { NewVault, NewVaultRow, OwnerRoom } from '../stores/new-vault-store.ts';

export type ComposeNeeds = CodeNeeds;
export type VaultBody = BodyOf<typeof createVaultCall>;

interface Wish {
  body: VaultBody;
  /** The key of the new vault, bound to its id. */
  key: WrappedKey;
  texts: VaultTexts;
  questions: readonly HashedQuestion[];
  dateCountsFrom: Date | null;
  creationKey: string | null;
  creationDigest: string | null;
}
interface ComposedVault extends NewVault {
  /** The letter with its executor's code, if the vault is active. */
  letter: NewLetterInput | null;
}

/** @throws {Refusal} as findPlace */
export function composeVault(needs: ComposeNeeds, wish: Wish, room: OwnerRoom): ComposedVault {
  const place = findPlace(wish.body, room);
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
  return {
    vault,
    key: wish.key,
    questions: newQuestions(
      vaultId,
      wish.questions.map((question) => sealQuestion(wish.texts, question)),
    ),
    executors: executor ? [{ ...executor, ...code?.stored }] : [],
    lines: newActs(needs, lines),
    letter: code?.letter ?? null,
  };
}

/**
 * The paid free place, if the vault can be active immediately.
 * @throws {Refusal} invalid-input, plan-limit-reached or draft-limit-reached
 */
export function findPlace(body: VaultBody, room: OwnerRoom): FreePlace | null {
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
  return body.uploadedFiles.length === 0 ? freePlace : null;
}

function vaultRow(
  { clock }: ComposeNeeds,
  { body, key, texts, dateCountsFrom, creationKey, creationDigest }: Wish,
  { room, place }: { room: OwnerRoom; place: FreePlace | null },
): NewVaultRow {
  const now = clock.now();
  const { planType, title, recipientName, recipientEmail } = body;
  return {
    id: key.vaultId,
    creatorId: room.owner.id,
    planType,
    title,
    recipientName,
    recipientEmail,
    message: texts.seal('message', body.message),
    messageWrittenAt: now,
    createdAt: now,
    updatedAt: now,
    creationKey,
    creationDigest,
    scheduledReleaseDate: body.scheduledReleaseDate ? new Date(body.scheduledReleaseDate) : null,
    dateCountsFrom,
    paymentStatus: place?.paymentStatus ?? 'unpaid',
    purchaseId: place?.purchaseId ?? null,
    activatedAt: place ? now : null,
  };
}

function executorOf(
  needs: ComposeNeeds,
  { id: vaultId, createdAt }: NewVaultRow,
  { body: { executorName: name, executorEmail: email }, texts }: Wish,
): NewExecutor | null {
  if (email === '') return null;
  const id = newId(createdAt);
  return { id, vaultId, name, email, createdAt, ...newCode(needs, texts, { id }) };
}
