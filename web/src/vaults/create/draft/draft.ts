// The text of a vault not yet created, sealed in this browser so that a reload, an expired session or a closed tab loses
// nothing. It never holds an answer; its files are in draft-files.ts. Each tab of each owner has its own (own-draft.ts); it is deleted
// after seven days and at sign-out.
import { attempt } from '../../../lib/browser/attempt.ts';
import { createRepeatKey } from '../../../lib/repeat-key.ts';
import {
  type DraftStore,
  draftMilliseconds,
  draftKeyPrefix as keyPrefix,
} from '../../../people/sessions/forget-on-sign-out.ts';

export const draftFields = [
  'title',
  'message',
  'recipientName',
  'recipientEmail',
  'recipientSecondEmail',
  'securityQuestion1',
  'securityQuestion2',
  'executorName',
  'executorEmail',
  'executorSecondEmail',
  'scheduledReleaseDate',
  'copied',
] as const;
export type DraftText = Record<(typeof draftFields)[number], string>;
/** The captions of the draft's files, by the key that identifies a file. */
export type DraftCaptions = Readonly<Record<string, string>>;

export interface Draft {
  savedAt: number;
  text: DraftText;
  captions: DraftCaptions;
  /** The idempotency key for creating the vault. */
  repeatKey?: string | undefined;
}

/**
 * The idempotency key of the vault being written. It is saved with the draft, so that a vault is created once even if the page closed before
 * the response. The module holds it, so that visiting the pricing page and returning does not lose it.
 */
export const creationKey = createRepeatKey();

interface NewDraft {
  draftId: string;
  values: DraftText;
  captions?: DraftCaptions;
  repeatKey?: string;
}

export function saveDraft(
  store: DraftStore | undefined,
  { draftId, values, captions = {}, repeatKey }: NewDraft,
  now: Date,
): void {
  const text = pickText(values);
  const isBlank = [...Object.values(text), ...Object.values(captions)].every((value) => value.trim() === '');
  const draft: Draft = { savedAt: now.getTime(), text, captions, repeatKey };
  if (isBlank) clearDraft(store, draftId);
  else attempt(() => store?.setItem(keyPrefix + draftId, JSON.stringify(draft)));
}

export function readDraft(store: DraftStore | undefined, draftId: string, now: Date): Draft | undefined {
  const draft = attempt(() => parseDraft(store?.getItem(keyPrefix + draftId)));
  return draft && now.getTime() - draft.savedAt <= draftMilliseconds ? draft : undefined;
}

/** An owner's drafts that have text, newest first. */
export function draftIdsOf(store: DraftStore | undefined, ownerId: string): string[] {
  if (!store) return [];
  const keys = attempt(() => Array.from({ length: store.length }, (_, index) => store.key(index))) ?? [];
  return keys
    .flatMap((key) => (key?.startsWith(`${keyPrefix}${ownerId}:new-`) ? [key] : []))
    .map((key) => ({ key, savedAt: attempt(() => parseDraft(store.getItem(key)))?.savedAt ?? 0 }))
    .sort((one, other) => other.savedAt - one.savedAt)
    .map(({ key }) => key.slice(keyPrefix.length));
}

export function clearDraft(store: DraftStore | undefined, draftId: string): void {
  attempt(() => store?.removeItem(keyPrefix + draftId));
}

function parseDraft(stored: string | null | undefined): Draft | undefined {
  const draft = attempt(() => JSON.parse(stored ?? '') as Partial<Draft> | null);
  if (typeof draft?.savedAt !== 'number' || typeof draft.text !== 'object') return undefined;
  const repeatKey = typeof draft.repeatKey === 'string' && isKey.test(draft.repeatKey) ? draft.repeatKey : undefined;
  const captions = Object.entries(draft.captions ?? {}).filter(([, caption]) => typeof caption === 'string');
  return { savedAt: draft.savedAt, text: pickText(draft.text), captions: Object.fromEntries(captions), repeatKey };
}

const isKey = /^[0-9a-f]{32}$/;

function pickText(values: Partial<Record<string, unknown>> | null): DraftText {
  const entries = draftFields.map((name) => [name, typeof values?.[name] === 'string' ? values[name] : '']);
  return Object.fromEntries(entries) as DraftText;
}
